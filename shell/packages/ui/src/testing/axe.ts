import axe from 'axe-core';

/** Rules that need layout or a whole document, which jsdom lacks. The journeys run them in a browser. */
const needsPage = ['color-contrast', 'region', 'page-has-heading-one', 'landmark-one-main'];

/** Violations that axe finds in an element, as readable lines (WCAG 2.2 A and AA). */
export async function violationsOf(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: Object.fromEntries(needsPage.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
