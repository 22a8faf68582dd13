import { html } from '../../http/html';

/**
 * The site's texts as staff write them: an empty line between paragraphs, `## ` before a heading, a bullet such as `- ` before each item
 * of a list, `**important**` and `[words](address)`. What staff write becomes these elements only, and no other HTML.
 */

/** A link within the site or to an https address. */
const LINK = /\[([^\][]+)\]\((\/(?!\/)[^\s()]*|https:\/\/[^\s()]+)\)/g;
const STRONG = /\*\*([^*]+)\*\*/g;

export function markedTextToHtml(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockToHtml)
    .join('\n');
}

function blockToHtml(block: string): string {
  if (/^## /.test(block)) {
    const [heading = '', ...rest] = block.split('\n');
    const following = rest.join('\n').trim();
    return `<h2>${inline(heading.slice(3))}</h2>${following === '' ? '' : `\n${blockToHtml(following)}`}`;
  }
  const runs: { isList: boolean; lines: string[] }[] = [];
  for (const line of block.split('\n')) {
    const run = runs.at(-1);
    // An item goes on in the indented lines below it.
    if (run?.isList && /^\s+/.test(line) && !BULLET.test(line)) {
      run.lines.push(`${run.lines.pop() ?? ''} ${line.trim()}`);
      continue;
    }
    const isList = BULLET.test(line);
    if (run?.isList === isList) run.lines.push(line);
    else runs.push({ isList, lines: [line] });
  }
  return runs
    .map(({ isList, lines }) =>
      isList
        ? `<ul>${lines.map((line) => `<li>${inline(withoutBullet(line))}</li>`).join('')}</ul>`
        : `<p>${inline(lines.join(' '))}</p>`,
    )
    .join('\n');
}

/** What begins an item, as it is typed or pasted from a word processor. */
const BULLET = /^\s*(?:[-–*](?!\*)\s+|[•·▪◦]\s*)/;
const withoutBullet = (line: string) => line.replace(BULLET, '');

function inline(text: string): string {
  const { markup } = html`${text.trim()}`;
  return markup.replaceAll(STRONG, '<strong>$1</strong>').replaceAll(LINK, '<a href="$2">$1</a>');
}

/** The reverse. @throws Error for HTML that these texts cannot express, which an edit would lose. */
export function htmlToMarkedText(content: string): string {
  const text = content
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?<h2> ?/g, '\n\n## ')
    .replaceAll(/ ?<\/?(?:p|ul)> ?/g, '\n\n')
    .replaceAll(/ ?<\/h2> ?/g, '\n\n')
    .replaceAll(/ ?<li> ?/g, '\n- ')
    .replaceAll(/ ?<\/li> ?/g, '')
    .replaceAll(/<\/?strong>/g, '**')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)');
  const unknown = /<[^>]*>/.exec(text);
  if (unknown) throw new Error(`The text has the element ${unknown[0]}.`);
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|apos|amp|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\n{2,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', nbsp: '\u00A0' },
};

interface Section {
  readonly title: string;
  readonly points: readonly string[];
}

/** Blocks of a title and the items below it, such as the modules of a course. */
export function sectionsToText(sections: readonly Section[]): string {
  return sections
    .map(({ title, points }) => [title, ...points.map((point) => `- ${point}`)].join('\n'))
    .join('\n\n');
}

export function textToSections(text: string): { title: string; points: string[] }[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => linesOf(block))
    .filter((lines) => lines.length > 0)
    .map(([title = '', ...points]) => ({
      title,
      points: points.map((point) => withoutBullet(point.replace(/^- */, '- '))),
    }));
}

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
