import type * as StyledComponents from 'styled-components';

/** Matches what styled-components writes after the rules of each component: their place and class names. */
const MARKERS = /data-styled\.g\d+\[id="[^"]*"\]\{[^}]*\}/g;
const MARKER_SELECTOR = /^data-styled\.g(\d+)/;

/**
 * Loads styled-components. It would replace the prerendered style element by one with the same rules, for which
 * the browser computes the styles of all elements again; this function gives it that element instead, to add rules to.
 */
export async function keepStyles(
  load: () => Promise<typeof StyledComponents>,
): Promise<typeof StyledComponents> {
  const style = document.querySelector('style[data-styled]');
  // In development styled-components writes text nodes instead of rules.
  if (!(style instanceof HTMLStyleElement) || !style.sheet || process.env.NODE_ENV !== 'production') {
    return load();
  }
  const { sheet } = style;
  style.after(markersOf(style));
  style.dataset.styled = 'active';
  const module = await load();
  const { mainSheet } = module.__PRIVATE__;
  const groups = mainSheet.getTag();
  // Resets the position that it has cached of the last used group.
  groups.insertRules(0, []);
  let size = 0;
  for (const rule of sheet.cssRules) {
    size += 1;
    const group = rule instanceof CSSStyleRule && MARKER_SELECTOR.exec(rule.selectorText)?.[1];
    if (!group) continue;
    groups.groupSizes[Number(group)] = size;
    size = 0;
  }
  style.nextElementSibling?.remove();
  Object.assign(groups.tag, { element: style, sheet, length: sheet.cssRules.length });
  return module;
}

/** @returns an element from which styled-components reads its markers, but from which the browser applies no rules. */
function markersOf(style: HTMLStyleElement): Element {
  const markers = document.createElementNS(null, 'style');
  for (const { name, value } of style.attributes) markers.setAttribute(name, value);
  markers.textContent = (style.textContent.match(MARKERS) ?? []).join('/*!sc*/\n');
  return markers;
}
