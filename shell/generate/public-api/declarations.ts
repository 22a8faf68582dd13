export interface Declaration {
  readonly name: string;
  readonly exported: boolean;
  /** Lines of `//` comments excluded. */
  readonly lines: readonly string[];
}

const NAMED =
  /^(export )?(?:declare )?(?:abstract )?(?:const|let|function|interface|type|class|enum|namespace) (\w+)/;
const REEXPORTED = /^export \{ (?:\w+ as )?(\w+) \}/;

/** API Extractor writes an empty line between two declarations, and none inside one. */
export function readDeclarations(text: string): readonly Declaration[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const lines = block.split('\n').filter((line) => !/^\s*\/\/|^```|^\s*$/.test(line));
    const head = lines.join('\n').replace(/^\/\*\*[^]*?\*\/\s*/, '');
    const [, exported, named] = NAMED.exec(head) ?? [];
    const name = named ?? REEXPORTED.exec(head)?.[1];
    if (name === undefined) return [];
    return { name, exported: exported !== undefined || named === undefined, lines };
  });
}
