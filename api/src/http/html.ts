/** Markup that is safe to insert as it is. Made by the `html` tag only. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | number | Html | readonly Html[] | undefined | false;

/** Builds markup; whatever is put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, index) => text + render(parts[index - 1]) + next));
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
