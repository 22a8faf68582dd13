import path from 'node:path';
import { parseArgs } from 'node:util';
import { allowOnly, serversOf } from '@isa/api-contract/outgoing';
import { copyLogs, createBackup, restoreBackup } from '../recovery/backup';
import { RecoveryError } from '../recovery/backup-folder';
import { reconcile } from '../recovery/reconcile';
import { openDeps } from './deps';
import { ConfigurationError, readEnv } from '../platform/env';
import { describeError } from '../platform/log';

/** The exit code when work is left for a person. */
const LEFT = 2;

const report = (line: string) => void process.stdout.write(`${line}\n`);
/** npm runs scripts in the project's folder; INIT_CWD is the folder in which the command was typed. */
const folderOf = (given: string) => path.resolve(process.env['INIT_CWD'] ?? '.', given);

/** Backs up, restores, and brings a restored database up to date. @returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  if (process.env['NODE_ENV'] === 'production') allowOnly(serversOf('backup', process.env));
  const { values, positionals } = readArguments(args);
  const [command] = positionals;
  const { to, from, since, overwrite } = values;
  const location = () => readEnv(process.env, 'prepare');
  const until = values.until === undefined ? undefined : timeOf(values.until);
  if ((command === 'create' || command === 'binlog') && to !== undefined) {
    const metrics = values.metrics === undefined ? undefined : folderOf(values.metrics);
    await (command === 'create' ? createBackup : copyLogs)(location(), folderOf(to), report, metrics);
    return 0;
  }
  if (command === 'restore' && from !== undefined) {
    const binlogs = values.binlog === undefined ? undefined : folderOf(values.binlog);
    const at = await restoreBackup(location(), folderOf(from), { overwrite, binlogs, until }, report);
    report(
      `Next: start the role prepare, then reconcile --since ${at.toISOString()}, and only then web and jobs`,
    );
    return 0;
  }
  if (command === 'reconcile' && since !== undefined) {
    const env = readEnv(process.env);
    const logs = values.erasures?.map(folderOf) ?? [env.erasureLog];
    const task = { since: timeOf(since), until, logs };
    const { deps, close } = await openDeps(env);
    try {
      const left = await reconcile(deps, task, report);
      for (const line of left) report(`LEFT ${line}`);
      if (left.length === 0) report('The database agrees with PayPal and with the log of erasures');
      return left.length > 0 ? LEFT : 0;
    } finally {
      await close();
    }
  }
  throw new RecoveryError('Use npm run backup -- --help.');
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        binlog: { type: 'string' },
        metrics: { type: 'string' },
        since: { type: 'string' },
        until: { type: 'string' },
        erasures: { type: 'string', multiple: true },
        overwrite: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new RecoveryError(describeError(error).message);
  }
}

/** @throws RecoveryError */
function timeOf(text: string): Date {
  const time = new Date(text);
  // Without a zone it would be read as this machine's.
  if (Number.isNaN(time.getTime()) || !/(?:Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new RecoveryError(`${text} is no time such as 2026-11-22T10:00:00Z.`);
  }
  return time;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected = error instanceof RecoveryError || error instanceof ConfigurationError;
    const { code, message } = describeError(error);
    process.stderr.write(
      `${isExpected ? message : `The database or PayPal failed: ${code ?? ''} ${message}`}\n`,
    );
    process.exit(1);
  },
);
