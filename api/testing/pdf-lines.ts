import { inflateSync } from 'node:zlib';

/**
 * The lines of text in a PDF document (ISO 32000-1 §9.10), in the order in which they are drawn. A font numbers its glyphs,
 * and has a table of the letters that they stand for.
 */
export function pdfLines(bytes: Buffer): readonly string[] {
  const file = bytes.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  );
  const streamOf = (body = '') => {
    const [, stream] = /\nstream\n(.*)\nendstream/s.exec(body) ?? [];
    return stream === undefined ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const fonts = new Map(
    [...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      const [, letters = ''] = /beginbfrange\n(.*)\nendbfrange/s.exec(streamOf(objects.get(table))) ?? [];
      return [name, [...letters.replaceAll(/^<\w+> <\w+> /gm, '').matchAll(/<([^>]*)>/g)].map(lettersOf)];
    }),
  );
  return [...objects.values()]
    .filter((body) => body.startsWith('<<\n/Type /Page\n'))
    .map((page) => streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')))
    .flatMap((content) => [...content.matchAll(/BT\n.*?\/(F\d+) .*?\n\[(.*?)\] TJ/gs)])
    .map(([, font = '', text = '']) =>
      [...text.matchAll(/<(\w+)>/g)]
        .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
        .map((code) => fonts.get(font)?.[parseInt(code, 16)] ?? '\uFFFD')
        .join(''),
    );
}

function lettersOf([, codes = '']: RegExpExecArray): string {
  return codes
    .split(' ')
    .map((code) => String.fromCharCode(parseInt(code, 16)))
    .join('');
}
