import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'mysql2';
import { DataSource } from 'typeorm';
import { z } from 'zod';

/** A line of the file of recorded statements. */
export const recordedSchema = z.object({
  /** The statement with placeholders. */
  sql: z.string(),
  /** The statement with its values. */
  statement: z.string(),
  /** The file and line of the API's sources that ran it. */
  from: z.string(),
});
export type RecordedStatement = z.infer<typeof recordedSchema>;

const API = path.join(__dirname, '../src');
/** Matches files that run statements which others have written. */
const PASSES_ON = /src\/database\/(?:\w+-query-runner|retry|meter|transaction)\.ts/;

/**
 * Appends each different statement that the API's sources run on a database server to a file. Those of the tests themselves
 * are left out: the first line of code outside of the libraries decides.
 */
export function recordStatementsOfApi(file: string): void {
  const recorded = new Set<string>();
  const createQueryRunner = DataSource.prototype.createQueryRunner;
  Error.stackTraceLimit = 100;
  DataSource.prototype.createQueryRunner = function (mode) {
    const runner = createQueryRunner.call(this, mode);
    const query = runner.query.bind(runner);
    return Object.assign(runner, {
      query: (...values: Parameters<typeof query>) => {
        const [sql, parameters] = values;
        if (!recorded.has(sql) && /^(?:mysql|mariadb)$/.test(this.options.type)) {
          const from = originOf(new Error().stack ?? '');
          if (from !== undefined) {
            recorded.add(sql);
            const statement = format(sql, Array.isArray(parameters) ? parameters : [], false, 'Z');
            appendFileSync(file, `${JSON.stringify({ sql, statement, from })}\n`);
          }
        }
        return query(...values);
      },
    });
  };
}

/** @returns `undefined` for a test. */
function originOf(stack: string): string | undefined {
  const lines = stack.split('\n').filter((line) => line.includes(path.dirname(API)));
  const [first = ''] = lines.filter(
    (line) => !line.includes('node_modules') && !line.includes(__filename) && !PASSES_ON.test(line),
  );
  const [, source] = /api\/(src\/[^:)]+:\d+)/.exec(first) ?? [];
  return source === undefined || /\/testing\/|\.test\.ts:/.test(source) ? undefined : source;
}
