import { commandFor } from './shortcuts';
import { toggleMute, togglePlay } from './video-actions';

function press(key: string, target: Element, modifiers: Partial<KeyboardEvent> = {}) {
  const player = document.querySelector('#player');
  if (!player) throw new Error('No player.');
  return commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers, target }, player);
}

/** What a key changes of a video that is at 20 of 100 seconds. */
function change(key: string, target: Element) {
  const video = { currentTime: 20, duration: 100, volume: 0.5, playbackRate: 1 };
  const command = press(key, target);
  if (typeof command === 'function') command(video as HTMLVideoElement, document.body);
  return video;
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
    expect(press(' ', document.body)).toBe(togglePlay);
  });

  it('ignores the keys that scroll the page outside the player', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Home']) expect(press(key, document.body)).toBeUndefined();
    expect(change('ArrowUp', at('#player button')).volume).toBe(0.6);
  });

  it('ignores arrows on the volume slider, but not on the timeline', () => {
    expect(press('ArrowLeft', at('#volume'))).toBeUndefined();
    expect(change('ArrowLeft', at('#seek')).currentTime).toBe(15);
  });

  it('maps digits and letters of either case, and no other keys', () => {
    expect(change('3', document.body).currentTime).toBe(30);
    expect(press('M', document.body)).toBe(toggleMute);
    expect(change('>', document.body).playbackRate).toBe(1.25);
    expect(press('x', document.body)).toBeUndefined();
    expect(press('constructor', document.body)).toBeUndefined();
  });
});
