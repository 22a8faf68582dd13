import { watchWork } from './safe-moment';

const work = watchWork(document);

function draw(html: string): void {
  document.body.innerHTML = html;
}

function find<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`There is no ${selector}.`);
  return element;
}

function type(selector: string, text: string): void {
  const field = find(selector, HTMLInputElement);
  field.value = text;
  // As React does with a field that it controls.
  field.setAttribute('value', text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

describe('a moment is safe', () => {
  it('on a page that is only read', () => {
    draw(
      '<form><input name="a"><select><option>x</option></select></form><video></video><dialog>closed</dialog>',
    );
    expect(work.isAtWork()).toBe(false);
  });

  it('with a form that the page has filled in by itself', () => {
    draw('<form><input name="a" value="a@b.test"></form>');
    expect(work.isAtWork()).toBe(false);
  });

  it('while the visitor searches', () => {
    draw('<form role="search"><input name="a"></form><form><input type="search" id="b"></form>');
    type('[name=a]', 'books');
    type('#b', 'books');
    expect(work.isAtWork()).toBe(false);
  });

  it('while a volume is changed', () => {
    draw('<input type="range" name="a">');
    type('[name=a]', '50');
    expect(work.isAtWork()).toBe(false);
  });

  it('while the menu is open', () => {
    draw('<dialog open data-isa-sheet>Menu</dialog>');
    expect(work.isAtWork()).toBe(false);
  });
});

describe('a moment is not safe', () => {
  it('with something typed, until it is emptied or gone', () => {
    draw('<form><input name="a"></form>');
    type('[name=a]', 'Half a sent');
    expect(work.isAtWork()).toBe(true);
    type('[name=a]', '');
    expect(work.isAtWork()).toBe(false);
    type('[name=a]', 'Half');
    draw('<p>Another page</p>');
    expect(work.isAtWork()).toBe(false);
  });

  it('with a box ticked', () => {
    draw('<form><input type="checkbox" name="a"></form>');
    find('[name=a]', HTMLInputElement).click();
    expect(work.isAtWork()).toBe(true);
    find('[name=a]', HTMLInputElement).click();
    expect(work.isAtWork()).toBe(false);
  });

  it.each([
    '<dialog open>Sure?</dialog>',
    '<div role="dialog">Keys</div>',
    '<div role="alertdialog">!</div>',
  ])('with an open dialog: %s', (html) => {
    draw(html);
    expect(work.isAtWork()).toBe(true);
  });

  it.each([
    ['plays', { paused: false }, true],
    ['is paused', { paused: true }, false],
    ['has ended', { paused: false, ended: true }, false],
    ['is moving decoration', { paused: false, muted: true, loop: true }, false],
    ['plays without sound', { paused: false, muted: true }, true],
  ])('with a video that %s', (_, state, expected) => {
    draw('<video></video>');
    const video = find('video', HTMLVideoElement);
    for (const [name, value] of Object.entries(state)) Object.defineProperty(video, name, { value });
    expect(work.isAtWork()).toBe(expected);
  });
});
