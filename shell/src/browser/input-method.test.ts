import { keepEnterForInputMethod } from './input-method';

function enter(isComposing: boolean): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event;
}

it('leaves Enter to the input method while it offers a word, except on phones', () => {
  let hover = true;
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => ({ matches: hover }) });
  keepEnterForInputMethod(window);
  expect(enter(true).defaultPrevented).toBe(true);
  expect(enter(false).defaultPrevented).toBe(false);
  hover = false;
  expect(enter(true).defaultPrevented).toBe(false);
});
