import { textTable } from '../../../platform/release/cli/output';

export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n\n${textTable(rows).join('\n')}\n`);
}
