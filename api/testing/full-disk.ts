import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import type { RunningServer } from './database-server';

/** For a MariaDB whose disk gets full: all tables share one file. */
export const ONE_FILE = ['--innodb-file-per-table=OFF'] as const;

/** The server's own log has this size already, and must stay writable. */
const LOG_BYTES = 16 * 1024 * 1024;
/** The blocks by which the file's last room is filled. */
const BLOCKS = [1_000_000, 60_000, 7_000, 500];

/**
 * Lets no file of a MariaDB with `ONE_FILE` grow any further, as a full disk does, and fills what is left in it.
 * @returns a function that makes room again.
 */
export async function fillDisk({ url, pid }: RunningServer): Promise<() => void> {
  const connection = await createConnection(url.replace('mariadb:', 'mysql:'));
  const limit = (bytes: number | 'unlimited') => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
    if (status !== 0) throw new Error(`prlimit failed: ${String(stderr)}`);
  };
  try {
    await connection.query('CREATE DATABASE IF NOT EXISTS filler');
    await connection.query('CREATE TABLE filler.rows_of_others (content longtext)');
    const [[row]] = await connection.query<({ folder: string } & RowDataPacket)[]>(
      'SELECT @@datadir AS folder',
    );
    const { size } = await stat(path.join(row?.folder ?? '', 'ibdata1'));
    limit(Math.max(size, LOG_BYTES));
    for (const bytes of BLOCKS) {
      const block = 'x'.repeat(bytes);
      const insert = () => connection.query('INSERT INTO filler.rows_of_others VALUES (?)', [block]);
      while (
        await insert().then(
          () => true,
          () => false,
        )
      );
    }
    return () => limit('unlimited');
  } finally {
    await connection.end();
  }
}
