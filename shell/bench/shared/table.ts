/** Prints a table with its title: the first column to the left, figures to the right. */
export function table(title: string, rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n${layOut(rows)}\n`);
}

/** Columns as wide as their widest cell. */
export function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      widths
        .map((width, column) => {
          const cell = row[column] ?? '';
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
