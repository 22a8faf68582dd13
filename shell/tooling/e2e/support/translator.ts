import type { Page } from '@playwright/test';

/**
 * Translates pages as browsers do: replaces each text node by one in two `<font>` elements, at once and whenever the page
 * changes. The text stays the same, so that tests find it.
 * @param when `hydrated` starts after the page has become interactive, `parsed` before.
 */
export async function translate(page: Page, when: 'parsed' | 'hydrated'): Promise<void> {
  await page.addInitScript((start) => {
    const skipped = 'script, style, textarea, title, font, noscript';
    const wrap = (node: Node) => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        if (text instanceof Text && text.data.trim() && !text.parentElement?.closest(skipped))
          texts.push(text);
      }
      for (const text of texts) {
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const begin = () => {
      wrap(document.body);
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (target instanceof Text && target.parentNode) wrap(target.parentNode);
          for (const added of addedNodes) if (added.parentNode) wrap(added.parentNode);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    };
    if (start === 'parsed') {
      document.addEventListener('readystatechange', () => document.readyState === 'interactive' && begin());
    } else {
      new MutationObserver((_, observer) => {
        if (!document.documentElement?.hasAttribute('data-isa-alive')) return;
        observer.disconnect();
        begin();
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-isa-alive'] });
    }
  }, when);
}
