import { commandFor } from './shortcuts';

function press(key: string, target: Element, modifiers: Partial<KeyboardEvent> = {}) {
  const player = document.querySelector('#player');
  if (!player) throw new Error('There is no player.');
  return commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers, target }, player);
}

function at(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`Nothing is at ${selector}.`);
  return element;
}

beforeEach(() => {
  document.body.innerHTML = `
    <input type="search" /><select></select><div contenteditable="true"></div>
    <button>Outside</button><a href="/">Link</a>
    <div id="player"><button>Inside</button><input type="range" id="seek" /><input type="range" id="volume" data-own-arrows /></div>`;
});

describe('shortcuts', () => {
  it('leave a key to whoever types', () => {
    for (const place of ['input[type=search]', 'select', '[contenteditable]']) {
      for (const key of ['k', 'm', '7', ' ', 'ArrowLeft']) expect(press(key, at(place))).toBeUndefined();
    }
  });

  it('leave browser commands alone', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(press('f', document.body, { [modifier]: true })).toBeUndefined();
    }
  });

  it('let Space press the button or follow the link that has the focus', () => {
    expect(press(' ', at('#player button'))).toBeUndefined();
    expect(press(' ', at('a'))).toBeUndefined();
    expect(press(' ', document.body)).toEqual({ do: 'play' });
  });

  it('never take the keys that scroll the page from outside the player', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Home']) expect(press(key, document.body)).toBeUndefined();
    expect(press('ArrowUp', at('#player button'))).toEqual({ do: 'volume', direction: 1 });
  });

  it('leave the arrows to the volume, not to the timeline', () => {
    expect(press('ArrowLeft', at('#volume'))).toBeUndefined();
    expect(press('ArrowLeft', at('#seek'))).toEqual({ do: 'skip', seconds: -5 });
  });

  it('know digits, letters of either case, and nothing that is not theirs', () => {
    expect(press('3', document.body)).toEqual({ do: 'jump', share: 0.3 });
    expect(press('M', document.body)).toEqual({ do: 'mute' });
    expect(press('>', document.body)).toEqual({ do: 'speed', direction: 1 });
    expect(press('x', document.body)).toBeUndefined();
    expect(press('constructor', document.body)).toBeUndefined();
  });
});
