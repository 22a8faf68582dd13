import { media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Whether the column is set in monospace. */
  readonly numeric?: boolean;
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
}

export function DataTable<Row>({ columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <Table>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ label, cell, numeric }) => (
              <td key={label} data-label={label} data-figure={numeric}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** On a phone each row becomes a block with the column labels inside. */
const Table = styled.table`
  width: 100%;
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  th {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: ${tokens.font.size.caption};
    font-weight: 500;
    text-align: left;
    white-space: nowrap;
  }
  th,
  td {
    padding: ${tokens.space(2)} ${tokens.space(3)} ${tokens.space(2)} 0;
    border-bottom: 1px solid ${tokens.color.line};
    vertical-align: baseline;
    overflow-wrap: anywhere;
  }
  td[data-figure] {
    font-family: ${tokens.font.mono};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  ${media.down('md')} {
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      gap: ${tokens.space(1)};
      padding-block: ${tokens.space(3)};
      border-bottom: 1px solid ${tokens.color.line};
    }
    td {
      display: flex;
      justify-content: space-between;
      gap: ${tokens.space(4)};
      padding: 0;
      border: 0;
    }
    td::before {
      content: attr(data-label);
      flex: none;
      color: ${tokens.color.muted};
      font-family: ${tokens.font.sans};
    }
    td[data-figure] {
      white-space: normal;
      text-align: right;
    }
  }
`;
