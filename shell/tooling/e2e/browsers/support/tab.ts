import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Driver } from './driver';

/**
 * The code of Testing Library, which finds elements by role and name, as Playwright does in the other journeys.
 */
const library = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** The property of WebDriver's references to elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const elementSchema = z.object({ [ELEMENT]: z.string() });
const handlesSchema = z.array(z.string());

/** Keys of https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const KEYS = { Control: '\uE009', Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Down: '\uE015' } as const;

/** What to look for; the first match is taken. */
export interface Query {
  readonly role?: string;
  /** The name of an element with a role; a string is matched in full. */
  readonly name?: string | RegExp;
  readonly label?: string;
  readonly text?: string | RegExp;
  readonly css?: string;
  /** A selector of the part of the page to search. */
  readonly within?: string;
  /** Whether the element must accept clicks. */
  readonly enabled?: true;
}

/** The window of a browser. All methods wait until the page has what is needed. */
export class Tab {
  constructor(
    private readonly driver: Driver,
    private readonly origin: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.driver.send('Navigate', { url: this.origin + path });
  }

  async back(): Promise<void> {
    await this.driver.send('Back');
  }

  /** Waits until the address, without its origin, is this. */
  async expectPath(expected: string): Promise<void> {
    await expect
      .poll(async () => String(await this.driver.send('GetCurrentURL')).replace(this.origin, ''), POLLING)
      .toBe(expected);
  }

  /** Waits until a prerendered page is hydrated. */
  async expectHydrated(): Promise<void> {
    await this.find({ css: 'html[data-isa-alive]' });
  }

  /** Calls a function in the page, which must not use what is outside of it. */
  async evaluate<Result, Args extends readonly unknown[]>(
    body: (...args: Args) => Result,
    ...args: Args
  ): Promise<unknown> {
    const script = `return (${String(body)}).apply(null, arguments);`;
    return this.driver.send('ExecuteScript', { script, args });
  }

  /** Waits until an element is visible. @returns its reference. */
  async find(query: Query): Promise<string> {
    let id = '';
    await expect(async () => {
      const found = await this.look(query);
      if (found === null) throw new Error(`The page has no ${describe(query)}.`);
      id = elementSchema.parse(found)[ELEMENT];
    }).toPass(POLLING);
    return id;
  }

  /** Waits until the document has an element, visible or not. */
  async expectPresent(css: string): Promise<void> {
    const isPresent = () => this.evaluate((selector) => document.querySelector(selector) !== null, css);
    await expect.poll(isPresent, POLLING).toBe(true);
  }

  async expectGone(query: Query): Promise<void> {
    await expect.poll(() => this.look(query), POLLING).toBeNull();
  }

  async click(query: Query): Promise<void> {
    // A sticky bar may cover the element while the page scrolls, and rendering may replace it.
    await expect(async () => {
      await this.driver.send('ElementClick', { id: await this.find({ ...query, enabled: true }) });
    }).toPass(POLLING);
  }

  async type(query: Query, text: string): Promise<void> {
    await this.driver.send('ElementSendKeys', { id: await this.find(query), text });
  }

  /** Presses keys in the focused element; each is a name, a character, or both as in `Control+k`. */
  async press(...keys: readonly string[]): Promise<void> {
    const valueOf = (key: string) => (key in KEYS ? KEYS[key as keyof typeof KEYS] : key);
    const together = keys.map((key) => (key.length > 1 ? key.split('+') : [key]).map(valueOf));
    await this.driver.send('PerformActions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: together.flatMap((values) => [
            ...values.map((value) => ({ type: 'keyDown', value })),
            ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
          ]),
        },
      ],
    });
  }

  /** Waits until the focus is on an element. */
  async expectFocus(query: Query): Promise<void> {
    await expect(async () => {
      const isFocused = await this.driver.send('ExecuteScript', {
        script: 'return document.activeElement === arguments[0];',
        args: [{ [ELEMENT]: await this.find(query) }],
      });
      expect(isFocused, `The focus is on ${describe(query)}`).toBe(true);
    }).toPass(POLLING);
  }

  /** Does something in the window that a click opens, and returns to this one. */
  async inPopup(query: Query, act: () => Promise<void>): Promise<void> {
    const own = await this.driver.send('GetWindowHandle');
    const handles = async () => handlesSchema.parse(await this.driver.send('GetWindowHandles'));
    await this.click(query);
    await expect.poll(handles, POLLING).toHaveLength(2);
    await this.driver.send('SwitchToWindow', { handle: (await handles()).find((handle) => handle !== own) });
    await act();
    await expect.poll(handles, POLLING).toHaveLength(1);
    await this.driver.send('SwitchToWindow', { handle: own });
  }

  /** Forgets everything that the browser knows of the visitor. */
  async reset(): Promise<void> {
    await this.open('/robots.txt');
    await this.driver.send('DeleteAllCookies');
    await this.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Looks at the page once, without waiting. */
  private async look(query: Query): Promise<unknown> {
    const { name, text } = query;
    const look = () =>
      this.driver.send('ExecuteScript', {
        script: 'return window.findForJourney ? window.findForJourney(arguments[0]) : "unknown";',
        args: [{ ...query, name: matcher(name), text: matcher(text) }],
      });
    const found = await look();
    if (found !== 'unknown') return found;
    await this.driver.send('ExecuteScript', { script: finder, args: [] });
    return look();
  }
}

/** Limits for hanging tests: the software rendering of pages takes long on a busy machine. */
const POLLING = { timeout: 60_000, intervals: [50, 100, 200] };

type Matcher = { readonly source: string; readonly flags: string } | { readonly exact: string };

const matcher = (value: string | RegExp | undefined): Matcher | undefined =>
  value instanceof RegExp
    ? { source: value.source, flags: value.flags }
    : value === undefined
      ? undefined
      : { exact: value };

const describe = (query: Query) =>
  Object.entries(query)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');

interface TestingLibrary {
  queryAllByRole(tree: ParentNode, role: string, options: { name?: string | RegExp }): HTMLElement[];
  queryAllByLabelText(tree: ParentNode, label: string, options: { exact: boolean }): HTMLElement[];
  queryAllByText(tree: ParentNode, text: string | RegExp): HTMLElement[];
}

interface PageQuery extends Omit<Query, 'name' | 'text'> {
  readonly name?: Matcher;
  readonly text?: Matcher;
}

/** Finds the first visible match; runs in the page. @returns `null` without one. */
function findInPage(library: TestingLibrary, query: PageQuery): HTMLElement | null {
  const scope = query.within ? document.querySelector(query.within) : document;
  if (!scope) return null;
  const read = (value: Matcher) => ('exact' in value ? value.exact : new RegExp(value.source, value.flags));
  // PayPal's buttons are in a shadow tree.
  const trees = [...scope.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const matches = [scope, ...trees].flatMap((tree) =>
    query.role
      ? library.queryAllByRole(tree, query.role, query.name ? { name: read(query.name) } : {})
      : query.label
        ? library.queryAllByLabelText(tree, query.label, { exact: false })
        : query.text
          ? library.queryAllByText(tree, read(query.text))
          : [...tree.querySelectorAll<HTMLElement>(query.css ?? '*')],
  );
  const isVisible = (element: HTMLElement) =>
    element.checkVisibility() && element.getClientRects().length > 0;
  // The click waits, because the picture of the page in a transition takes it.
  const isInTransition =
    CSS.supports('selector(:active-view-transition)') &&
    document.documentElement.matches(':active-view-transition');
  const isEnabled = (element: HTMLElement) =>
    !isInTransition && !element.matches(':disabled, [aria-disabled="true"]');
  return matches.find((element) => isVisible(element) && (!query.enabled || isEnabled(element))) ?? null;
}

/** Gives a page `findForJourney`. Firefox runs every script with types of its own, so it contains the library. */
const finder = `(function (exports, module, define) {
  ${library}
  const library = globalThis.TestingLibraryDom;
  window.findForJourney = (query) => (${String(findInPage)})(library, query);
})();`;
