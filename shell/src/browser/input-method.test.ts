import { keepEnterForInputMethod } from './input-method';

function enter(isComposing: boolean, keyCode = 13): KeyboardEvent {
  const init = { key: 'Enter', isComposing, keyCode, bubbles: true, cancelable: true };
  const event = new KeyboardEvent('keydown', init);
  document.body.dispatchEvent(event);
  return event;
}

it('leaves Enter to the input method while it offers a word, except on phones', () => {
  let hover = true;
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => ({ matches: hover }) });
  keepEnterForInputMethod(window);
  expect(enter(true).defaultPrevented).toBe(true);
  expect(enter(false, 229).defaultPrevented).toBe(true);
  expect(enter(false).defaultPrevented).toBe(false);
  hover = false;
  expect(enter(true).defaultPrevented).toBe(false);
});
