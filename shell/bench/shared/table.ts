/** Prints a title and a table in Markdown: the first column aligned left, the others right. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    cells(widths.map((width, column) => align(row[column] ?? '', width, column))),
  );
  const rule = cells(
    widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  process.stdout.write(`\n${title}\n\n${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`);
}

const cells = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;

function align(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}
