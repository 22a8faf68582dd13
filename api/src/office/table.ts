import { html, type Html } from '../http/html';

type Column = string | { readonly heading: string; readonly isNumeric: true };
type Cell = string | number | Html;

/** A table. Narrow screens show each row as a list of its cells, with the headings alongside them. */
export function htmlTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Html {
  const heads = columns.map((column) => {
    const { heading, isNumeric } =
      typeof column === 'string' ? { heading: column, isNumeric: false } : column;
    return { heading, className: isNumeric && html`class="number"` };
  });
  return html`<table>
    <thead>
      <tr>
        ${heads.map(({ heading, className }) => html`<th ${className}>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${heads.map(
              ({ heading, className }, at) =>
                html`<td data-label="${heading}" ${className}>${cells[at] ?? ''}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
