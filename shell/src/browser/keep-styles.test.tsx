import { keepStyles } from './keep-styles';

/** Loads new copies of the libraries as the browser has them, and components that the prerendered page has or lacks. */
async function load() {
  jest.resetModules();
  jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  const library = await import('styled-components');
  return library;
}

const PRERENDERED = `
.first{color:red;}/*!sc*/
@media (min-width:1px){.first{color:tan;}}/*!sc*/
data-styled.g2[id="base-id"]{content:"first,"}/*!sc*/
.second{color:blue;}/*!sc*/
data-styled.g5[id="derived-id"]{content:"second,"}/*!sc*/
`;

async function start() {
  const version = (await load()).version;
  document.head.innerHTML = `<style data-styled="true" data-styled-version="${version}">${PRERENDERED}</style>`;
  const style = document.querySelector('style');
  const rules = style?.sheet?.cssRules;
  const kept = rules?.[0];
  let library: Awaited<ReturnType<typeof load>> | undefined;
  await keepStyles(async () => (library = await load()));
  if (!library || !style || !rules) throw new Error('The style element is missing.');
  return { sheet: library.__PRIVATE__.mainSheet, style, rules, kept };
}

const selectors = (rules: CSSRuleList) =>
  Array.from(rules, (rule) => (rule instanceof CSSStyleRule ? rule.selectorText : 'media'));

afterEach(() => jest.restoreAllMocks());

describe('keepStyles', () => {
  it('keeps the prerendered style element and its rules as the only ones', async () => {
    const { sheet, style, rules, kept } = await start();
    expect(document.head.querySelectorAll('*')).toHaveLength(1);
    expect(document.head.firstChild).toBe(style);
    expect(rules[0]).toBe(kept);
    expect(sheet.hasNameForId('base-id', 'first')).toBe(true);
    expect(sheet.hasNameForId('derived-id', 'second')).toBe(true);
  });

  it('adds a rule at the place of its component, before those that override it', async () => {
    const { sheet, rules } = await start();
    sheet.insertRules('base-id', 'third', ['.third{color:green;}']);
    sheet.insertRules('new-id', 'fourth', ['.fourth{color:green;}']);
    sheet.insertRules('derived-id', 'fifth', ['.fifth{color:green;}']);
    const added = selectors(rules).filter((selector) => selector.startsWith('.'));
    expect(added).toEqual(['.first', '.third', '.second', '.fifth', '.fourth']);
  });

  it('removes the rules of one component only', async () => {
    const { sheet, rules } = await start();
    sheet.clearRules('base-id');
    expect(selectors(rules)).toEqual(['.second', 'data-styled.g5[id="derived-id"]']);
  });
});
