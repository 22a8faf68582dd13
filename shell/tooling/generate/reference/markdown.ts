import type { PublicPackage } from './describe';

const NAMED =
  /^(export )?(?:declare )?(?:abstract )?(?:const|let|function|interface|type|class|enum|namespace) (\w+)/;
const REEXPORTED = /^export \{ (?:\w+ as )?(\w+) \}/;

/** A package's reference in Markdown: its exports with their doc comments, then the types that these name. */
export function referenceOf({ name, version, entries }: PublicPackage): string {
  const sections = entries.map(({ request, declarations }) => {
    const all = readDeclarations(declarations).map(({ lines, ...one }) => ({
      ...one,
      ...splitComment(lines.join('\n')),
    }));
    const exported = all.filter((one) => one.exported);
    const named = all
      .filter((one) => !one.exported)
      .map(({ text, code }) => (text.length > 0 ? `/** ${text.join(' ')} */\n${code}` : code));
    return [
      `## \`${request}\``,
      ...exported.flatMap(({ name: title, text, code }) => [`### ${title}`, ...text, fence(code)]),
      ...(named.length > 0 ? [`### Types that these name`, fence(named.join('\n\n'))] : []),
    ].join('\n\n');
  });
  return `${[
    `# ${name} ${version}`,
    'Written by `npm run reference` from the doc comments of the sources.',
    ...sections,
  ].join('\n\n')}\n`;
}

const fence = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;

/** Separates the doc comment above a declaration. @returns its paragraphs, a tag being one too. */
function splitComment(block: string): { readonly text: readonly string[]; readonly code: string } {
  const [all = '', comment = ''] = /^\/\*\*([^]*?)\*\/\s*/.exec(block) ?? [];
  const text = comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\{@link (\S+?)\}/g, '`$1`')
    .replace(/\s+@(\w+)/g, '\n\n@$1')
    .split(/\n\n/)
    .map((paragraph) =>
      paragraph
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^@param (\w+) /, '**`$1`**: ')
        .replace(/^@(\w+) /, (tag, name: string) => TAGS[name] ?? tag),
    )
    .filter((paragraph) => paragraph !== '');
  return { text, code: block.slice(all.length).replace(/^(export )?declare /, '$1') };
}

const TAGS: Readonly<Record<string, string>> = {
  throws: '**Throws** ',
  returns: '**Returns** ',
  deprecated: '**Deprecated.** ',
};

/** API Extractor writes an empty line between two declarations, and none inside one. @returns lines without comments. */
function readDeclarations(text: string) {
  return text.split(/\n\n+/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => !/^\s*\/\/|^```|^\s*$/.test(line));
    const head = lines.join('\n').replace(/^\/\*\*[^]*?\*\/\s*/, '');
    const [, exported, named] = NAMED.exec(head) ?? [];
    const name = named ?? REEXPORTED.exec(head)?.[1];
    if (name === undefined) return [];
    return { name, exported: exported !== undefined || named === undefined, lines };
  });
}
