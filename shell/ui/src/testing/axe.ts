import axe from 'axe-core';

/**
 * Rules that need a page's layout or a whole document: jsdom has neither. The journeys run them in a browser.
 */
const needsPage = ['color-contrast', 'region', 'page-has-heading-one', 'landmark-one-main'];

/** What axe finds wrong with an element, as readable lines; empty when all is well (WCAG 2.2 A and AA). */
export async function violationsOf(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: Object.fromEntries(needsPage.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
