import { watchActivity } from './visitor-activity';

const isVisitorBusy = watchActivity(document);

function show(html: string): void {
  document.body.innerHTML = html;
}

function find<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`No element matches ${selector}.`);
  return element;
}

function type(selector: string, text: string): void {
  const field = find(selector, HTMLInputElement);
  field.value = text;
  // React sets this attribute of a field that it controls.
  field.setAttribute('value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a visitor who is not busy', () => {
  it.each([
    [
      'on a page that is only read',
      '<form><input name="a"><select><option>x</option></select></form><video></video><dialog>closed</dialog>',
    ],
    ['with a form that the page has filled in', '<form><input name="a" value="a@b.test"></form>'],
    ['while the menu is open', '<dialog open data-isa-sheet>Menu</dialog>'],
  ])('is not busy %s', (_, html) => {
    show(html);
    expect(isVisitorBusy()).toBe(false);
  });

  it('is not busy while searching', () => {
    show('<form role="search"><input name="a"></form><form><input type="search" id="b"></form>');
    type('[name=a]', 'books');
    type('#b', 'books');
    expect(isVisitorBusy()).toBe(false);
  });

  it('is not busy while a volume is changed', () => {
    show('<input type="range" name="a">');
    type('[name=a]', '50');
    expect(isVisitorBusy()).toBe(false);
  });
});

describe('a visitor who is busy', () => {
  it('is busy with text in a field, until the field is emptied or removed', () => {
    show('<form><input name="a"></form>');
    type('[name=a]', 'Half a sent');
    expect(isVisitorBusy()).toBe(true);
    type('[name=a]', '');
    expect(isVisitorBusy()).toBe(false);
    type('[name=a]', 'Half');
    show('<p>Another page</p>');
    expect(isVisitorBusy()).toBe(false);
  });

  it('is busy with a box ticked', () => {
    show('<form><input type="checkbox" name="a"></form>');
    find('[name=a]', HTMLInputElement).click();
    expect(isVisitorBusy()).toBe(true);
    find('[name=a]', HTMLInputElement).click();
    expect(isVisitorBusy()).toBe(false);
  });

  it.each([
    '<dialog open>Sure?</dialog>',
    '<div role="dialog">Keys</div>',
    '<div role="alertdialog">!</div>',
  ])('is busy with an open dialog: %s', (html) => {
    show(html);
    expect(isVisitorBusy()).toBe(true);
  });

  it.each([
    ['plays', { paused: false }, true],
    ['is paused', { paused: true }, false],
    ['has ended', { paused: false, ended: true }, false],
    ['is muted and looping', { paused: false, muted: true, loop: true }, false],
    ['plays without sound', { paused: false, muted: true }, true],
  ])('is busy with a video that %s', (_, state, expected) => {
    show('<video></video>');
    const video = find('video', HTMLVideoElement);
    for (const [name, value] of Object.entries(state)) Object.defineProperty(video, name, { value });
    expect(isVisitorBusy()).toBe(expected);
  });
});
