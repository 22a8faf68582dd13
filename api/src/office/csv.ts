import type { ApiContext } from '../http/context';

/** A number is written as it is, a text as a quoted cell. */
export type Cell = string | number;

/** Answers with a file of comma-separated values (RFC 4180). @param name without its ending. */
export function sendCsv(ctx: ApiContext, name: string, rows: readonly (readonly Cell[])[]): void {
  const lines = rows.map((cells) => cells.map(cellOf).join(','));
  ctx.set('Content-Disposition', `attachment; filename="${name}.csv"`);
  ctx.type = 'text/csv; charset=utf-8';
  // Without the mark, Excel reads the file in a code page of Windows.
  ctx.body = `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Where a cell begins, also in a program that takes a semicolon or a tab for the separator, and then what makes it a formula. */
const FORMULA = /(^|[;\t\r\n])([\s"]*)(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20|%\t\r\n])/g;

/** A quoted cell. An apostrophe keeps programs from running it as a formula (OWASP, "CSV injection"). */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (/^[\w.:/?=&-]*$/.test(cell) && !/^[-=]/.test(cell)) return cell;
  return `"${cell.replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}
