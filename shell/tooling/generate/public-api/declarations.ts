const NAMED =
  /^(export )?(?:declare )?(?:abstract )?(?:const|let|function|interface|type|class|enum|namespace) (\w+)/;
const REEXPORTED = /^export \{ (?:\w+ as )?(\w+) \}/;

/** API Extractor writes an empty line between two declarations, and none inside one. @returns lines without comments. */
export function readDeclarations(text: string) {
  return text.split(/\n\n+/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => !/^\s*\/\/|^```|^\s*$/.test(line));
    const head = lines.join('\n').replace(/^\/\*\*[^]*?\*\/\s*/, '');
    const [, exported, named] = NAMED.exec(head) ?? [];
    const name = named ?? REEXPORTED.exec(head)?.[1];
    if (name === undefined) return [];
    return { name, exported: exported !== undefined || named === undefined, lines };
  });
}
