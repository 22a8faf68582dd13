import { commandFor } from './shortcuts';

function press(key: string, target: Element, modifiers: Partial<KeyboardEvent> = {}) {
  const player = document.querySelector('#player');
  if (!player) throw new Error('No player.');
  return commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers, target }, player);
}

function at(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`No element matches ${selector}.`);
  return element;
}

beforeEach(() => {
  document.body.innerHTML = `
    <input type="search" /><select></select><div contenteditable="true"></div>
    <button>Outside</button><a href="/">Link</a>
    <div id="player"><button>Inside</button><input type="range" id="seek" /><input type="range" id="volume" data-own-arrows /></div>`;
});

describe('commandFor', () => {
  it('ignores keys in text fields', () => {
    for (const selector of ['input[type=search]', 'select', '[contenteditable]']) {
      for (const key of ['k', 'm', '7', ' ', 'ArrowLeft']) expect(press(key, at(selector))).toBeUndefined();
    }
  });

  it('ignores keys with modifiers', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) {
      expect(press('f', document.body, { [modifier]: true })).toBeUndefined();
    }
  });

  it('ignores Space on a focused button or link', () => {
    expect(press(' ', at('#player button'))).toBeUndefined();
    expect(press(' ', at('a'))).toBeUndefined();
    expect(press(' ', document.body)).toEqual({ do: 'play' });
  });

  it('ignores the keys that scroll the page outside the player', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Home']) expect(press(key, document.body)).toBeUndefined();
    expect(press('ArrowUp', at('#player button'))).toEqual({ do: 'volume', direction: 1 });
  });

  it('ignores arrows on the volume slider, but not on the timeline', () => {
    expect(press('ArrowLeft', at('#volume'))).toBeUndefined();
    expect(press('ArrowLeft', at('#seek'))).toEqual({ do: 'skip', seconds: -5 });
  });

  it('maps digits and letters of either case, and no other keys', () => {
    expect(press('3', document.body)).toEqual({ do: 'jump', share: 0.3 });
    expect(press('M', document.body)).toEqual({ do: 'mute' });
    expect(press('>', document.body)).toEqual({ do: 'speed', direction: 1 });
    expect(press('x', document.body)).toBeUndefined();
    expect(press('constructor', document.body)).toBeUndefined();
  });
});
