import { commandFor } from './shortcuts';
import { toggleMute, togglePlay } from './video-actions';

function press(key: string, target: Element, modifiers: Partial<KeyboardEvent> = {}) {
  const player = document.querySelector('#player');
  if (!player) throw new Error('No player.');
  let command: ReturnType<typeof commandFor>;
  document.addEventListener('keydown', (event) => (command = commandFor(event, player)), { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...modifiers }));
  return command;
}

/** What a key changes of a video that is at 20 of 100 seconds. */
function change(key: string, target: Element, muted = false) {
  const video = { currentTime: 20, duration: 100, volume: 0.5, muted, playbackRate: 1 };
  const command = press(key, target);
  if (typeof command === 'function') command(video as HTMLVideoElement, document.body);
  return video;
}

function at(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`No element matches ${selector}.`);
  return element;
}

const ALL_KEYS = ['n', 'k', 'm', 'c', 'f', '7', '?', '<', ' ', 'Home', 'ArrowLeft', 'ArrowRight', 'ArrowUp'];

beforeEach(() => {
  document.body.innerHTML = `
    <header><button id="menu" aria-expanded="false">Menu</button></header>
    <main tabindex="-1"><h1 tabindex="-1">Lesson 7</h1>
      <input type="search" /><select></select><div contenteditable="true"><b>Bold</b></div>
      <button id="outside">Outside</button><a href="/">Link</a>
      <div id="player">
        <video></video><button>Inside</button><input type="range" />
        <div role="dialog"><button>Close</button><input type="checkbox" /></div>
      </div>
      <ol data-player-part><li><button>A line of the transcript</button></li></ol>
    </main>`;
});

describe('commandFor', () => {
  it.each(['input[type=search]', 'select', '[contenteditable]', 'b'])(
    'ignores all keys in %s',
    (selector) => {
      for (const key of ALL_KEYS) expect(press(key, at(selector))).toBeUndefined();
    },
  );

  it.each(['#outside', 'a', '#menu'])(
    'ignores all keys while %s outside the player has the focus',
    (selector) => {
      for (const key of ALL_KEYS) expect(press(key, at(selector))).toBeUndefined();
    },
  );

  it('ignores all keys behind a dialog', () => {
    at('main').insertAdjacentHTML(
      'afterend',
      '<dialog open><input type="text" /><button>Close</button></dialog>',
    );
    for (const target of ['body', 'main', 'video', 'dialog', 'dialog button'].map(at)) {
      for (const key of ALL_KEYS) expect(press(key, target)).toBeUndefined();
    }
  });

  it('ignores all keys while a menu of the header is open', () => {
    at('#menu').setAttribute('aria-expanded', 'true');
    for (const key of ALL_KEYS) expect(press(key, document.body)).toBeUndefined();
  });

  it('hides the help sheet, and does nothing else behind it', () => {
    for (const selector of ['[role=dialog]', '[role=dialog] button', '[role=dialog] input']) {
      for (const key of ALL_KEYS) expect(press(key, at(selector))).toBe(key === '?' ? 'help' : undefined);
    }
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'])('ignores keys with %s', (modifier) => {
    for (const key of ALL_KEYS) expect(press(key, document.body, { [modifier]: true })).toBeUndefined();
  });

  it('leaves Shift with arrows, Home and Space to the browser', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', ' ']) {
      expect(press(key, at('video'), { shiftKey: true })).toBeUndefined();
    }
    expect(press('?', document.body, { shiftKey: true })).toBe('help');
  });

  it('ignores Space on a focused button', () => {
    expect(press(' ', at('#player button'))).toBeUndefined();
    expect(press(' ', at('[data-player-part] button'))).toBeUndefined();
    expect(press(' ', document.body)).toBe(togglePlay);
  });

  it('ignores the keys that scroll the page outside the player', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Home']) {
      expect(press(key, document.body)).toBeUndefined();
      expect(press(key, at('[data-player-part] button'))).toBeUndefined();
    }
    expect(change('ArrowUp', at('#player button')).volume).toBe(0.6);
  });

  it('leaves the keys that move a slider to the slider, and only these', () => {
    for (const key of ['ArrowLeft', 'ArrowUp', 'Home', 'End', 'PageUp']) {
      expect(press(key, at('[type=range]'))).toBeUndefined();
    }
    expect(press('k', at('[type=range]'))).toBe(togglePlay);
  });

  it.each(['body', 'main', 'h1'])('acts while the page itself has the focus: %s', (selector) => {
    expect(press('n', at(selector))).toBe('next');
  });

  it('acts while a line of the transcript has the focus', () => {
    expect(press('k', at('[data-player-part] button'))).toBe(togglePlay);
  });

  it('raises the volume from silence, and lowers it to silence', () => {
    expect(change('ArrowUp', at('video'), true)).toMatchObject({ volume: 0.1, muted: false });
    expect(change('ArrowDown', at('video'), true)).toMatchObject({ volume: 0.5, muted: true });
  });

  it('maps digits and letters of either case, and no other keys', () => {
    expect(change('3', document.body).currentTime).toBe(30);
    expect(press('M', document.body)).toBe(toggleMute);
    expect(change('>', at('main')).playbackRate).toBe(1.25);
    expect(press('x', document.body)).toBeUndefined();
    expect(press('constructor', document.body)).toBeUndefined();
  });
});
