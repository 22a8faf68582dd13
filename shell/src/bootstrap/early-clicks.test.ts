import { repeatEarlyClicks } from './early-clicks';

const clicks: string[] = [];

/** A page whose elements count their clicks from when it is interactive. */
async function becomeInteractive() {
  document.querySelectorAll('[id]').forEach((element) => {
    element.addEventListener('click', () => clicks.push(element.id));
  });
  document.documentElement.dataset.isaAlive = '';
  await Promise.resolve();
}

const click = (id: string) => document.getElementById(id)?.click();

beforeEach(() => {
  clicks.length = 0;
  delete document.documentElement.dataset.isaAlive;
  delete document.documentElement.dataset.isaHydrating;
  document.body.innerHTML = `
    <button type="button" id="menu"><span id="icon"></span></button>
    <button type="button" id="add"></button>
    <button type="button" id="native" popovertarget="x"></button>
    <button type="submit" id="submit"></button>`;
  repeatEarlyClicks();
});

describe('repeatEarlyClicks', () => {
  it('repeats the last click when the page is interactive', async () => {
    click('menu');
    click('add');
    await becomeInteractive();
    expect(clicks).toEqual(['add']);
  });

  it('repeats a click on the content of a button', async () => {
    click('icon');
    await becomeInteractive();
    expect(clicks).toEqual(['menu']);
  });

  it.each(['native', 'submit'])('does not repeat a click that works without scripts: %s', async (id) => {
    click(id);
    await becomeInteractive();
    expect(clicks).toEqual([]);
  });

  it('forgets a button when something else is clicked afterwards', async () => {
    click('menu');
    document.body.click();
    await becomeInteractive();
    expect(clicks).toEqual([]);
  });

  it('repeats a click on the button of the same label and place when the page was replaced', async () => {
    const page = `<main><button type="button" id="other">Add</button><button type="button" id="one">Add</button></main>`;
    document.body.innerHTML = page;
    click('one');
    document.body.innerHTML = page;
    await becomeInteractive();
    expect(clicks).toEqual(['one']);
  });

  it('does not repeat a click on a button that the replaced page lacks', async () => {
    click('menu');
    document.getElementById('menu')?.remove();
    await becomeInteractive();
    expect(clicks).toEqual([]);
  });

  it('does not repeat a click during hydration, which React handles', async () => {
    document.documentElement.dataset.isaHydrating = '';
    await Promise.resolve();
    click('menu');
    await becomeInteractive();
    expect(clicks).toEqual([]);
  });

  it('repeats a click from before hydration when the page is interactive, and not earlier', async () => {
    click('menu');
    document.documentElement.dataset.isaHydrating = '';
    await Promise.resolve();
    expect(clicks).toEqual([]);
    await becomeInteractive();
    expect(clicks).toEqual(['menu']);
  });

  it('does not repeat later clicks', async () => {
    await becomeInteractive();
    click('menu');
    await Promise.resolve();
    expect(clicks).toEqual(['menu']);
  });
});
