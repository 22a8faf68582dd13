import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Connection, createConnection } from 'mysql2/promise';
import { type RunningServer, startServer } from '../database-server';
import { freePort } from '../free-port';
import { installMariaDb, type MariaDbPrograms, TEMPORARY } from '../mariadb';

const run = promisify(execFile);
const NODES = 3;
const PROBE_MS = 2_000;

/**
 * A script that Galera runs alongside the transfer of missed changes, which it sends itself: the joining node
 * says where it listens, the other one answers with the position. A transfer of all data is not needed here.
 * The script of the Debian package uses one fixed port, and as root it cannot write into private folders.
 */
const TRANSFER = `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in
    --role) role=$2 ;;
    --address) address=$2 ;;
    --datadir) data=$2 ;;
    --gtid) position=$2 ;;
    --bypass) bypass=yes ;;
  esac
  shift
done
if [ "$role" = joiner ]; then
  pipe="\${data%/}/../transfer"
  rm -f "$pipe" && mkfifo -m 600 "$pipe"
  echo "ready $pipe"
  timeout 60 head -n 1 "$pipe"
else
  [ "$bypass" ] || exit 1
  echo continue
  echo "$position" > "$address"
  echo "done $position"
fi
`;

export interface GaleraNode extends RunningServer {
  readonly name: string;
  /** Runs statements as administrator. */
  execute(...statements: readonly string[]): Promise<void>;
  /** Whether it can be written and all nodes take part in the cluster. */
  isWhole(): Promise<boolean>;
}

/**
 * Starts a cluster of three nodes. The first node bootstraps it, stops, and bootstraps it again: the others begin with a copy of its
 * data and position, so that none needs a transfer of all data. A node that comes back gets from another one what it has
 * missed (IST).
 * @param provider the file of the Galera library.
 * @param stopping ends the start between two nodes.
 */
export async function startGalera(
  { server, installer }: MariaDbPrograms,
  provider: string,
  stopping: AbortSignal,
): Promise<readonly GaleraNode[]> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'isa-galera-'));
  const founded = path.join(temporary, 'data');
  await writeFile(path.join(temporary, 'wsrep_sst_isa'), TRANSFER, { mode: 0o700 });
  const environment = { PATH: `${temporary}:${process.env['PATH'] ?? ''}` };
  const ports: { group: number; transfer: number }[] = [];
  while (ports.length < NODES) ports.push({ group: await freePort(), transfer: await freePort() });
  const address = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join()}`;
  const nodes: GaleraNode[] = [];

  const startNode = async ({ group, transfer }: (typeof ports)[number], index: number) => {
    const founds = index === 0;
    const name = `node-${index + 1}`;
    const common = galeraOptions({ provider, address, name, group, transfer });
    let starts = 0;
    const node = await startServer({
      name,
      scheme: 'mariadb',
      program: server,
      environment,
      options: TEMPORARY,
      install: (account) =>
        founds
          ? installMariaDb(installer, account)
          : cp(founded, dataOf(account), { recursive: true, preserveTimestamps: true }),
      async startOptions(basic) {
        starts += 1;
        if (founds && starts === 2) await cp(dataOf(basic), founded, { recursive: true });
        if (founds && starts <= 2) return [...common, '--wsrep-new-cluster'];
        return starts === 1 ? common : [...common, await recoveredPosition(server, [...basic, ...common])];
      },
      isReady: (url) => isSynced(url),
    });
    nodes.push({
      ...node,
      name,
      async stop() {
        await node.stop();
        await rm(temporary, { recursive: true, force: true });
      },
      isWhole: () => isSynced(node.url, NODES),
      execute: (...statements) =>
        withConnection(node.url, async (connection) => {
          for (const statement of statements) await connection.query(statement);
        }),
    });
    if (!founds) return;
    node.kill('SIGTERM');
    await node.restart();
  };

  try {
    for (const [index, place] of ports.entries()) {
      stopping.throwIfAborted();
      await startNode(place, index);
    }
    return nodes;
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop()));
    throw error;
  }
}

interface Place {
  readonly provider: string;
  readonly address: string;
  readonly name: string;
  readonly group: number;
  readonly transfer: number;
}

function galeraOptions({ provider, address, name, group, transfer }: Place): string[] {
  const settings = [
    `base_port=${group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${transfer}`,
    'gcache.size=32M',
    // A node that does not answer is excluded after 2 s instead of 5 s; until then no other one can commit.
    'evs.keepalive_period=PT0.5S',
    'evs.suspect_timeout=PT2S',
    'evs.inactive_timeout=PT6S',
  ];
  return [
    '--wsrep-on=ON',
    `--wsrep-provider=${provider}`,
    '--wsrep-cluster-name=isa',
    `--wsrep-cluster-address=${address}`,
    `--wsrep-node-name=${name}`,
    '--wsrep-node-address=127.0.0.1',
    '--wsrep-sst-method=isa',
    `--wsrep-provider-options=${settings.join(';')}`,
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
  ];
}

/** The option that names where in the cluster's history a node has ended. */
async function recoveredPosition(server: string, options: readonly string[]): Promise<string> {
  const { stderr } = await run(server, [...options, '--skip-networking', '--wsrep-recover']);
  const position = /Recovered position: (\S+)/.exec(stderr)?.[1];
  if (position === undefined) throw new Error(`No position was recovered:\n${stderr}`);
  return `--wsrep-start-position=${position}`;
}

/** @param size how many nodes must take part; any number by default. */
function isSynced(url: string, size?: number): Promise<boolean> {
  const sql = `SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS
    WHERE VARIABLE_NAME IN ('WSREP_LOCAL_STATE_COMMENT', 'WSREP_CLUSTER_SIZE') ORDER BY VARIABLE_NAME`;
  return withConnection(url, async (connection) => {
    const [rows] = await connection.query({ sql, rowsAsArray: true, timeout: PROBE_MS });
    const [[count], [state]] = rows as unknown as [[string], [string]];
    return state === 'Synced' && (size === undefined || Number(count) === size);
  }).catch(() => false);
}

async function withConnection<Result>(
  url: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const uri = url.replace('mariadb:', 'mysql:');
  const connection = await createConnection({ uri, connectTimeout: PROBE_MS });
  // The error is ignored, because a killed node would otherwise end this process.
  connection.on('error', () => undefined);
  try {
    return await work(connection);
  } finally {
    connection.destroy();
  }
}

/** The folder of the data among a server's options. */
function dataOf(options: readonly string[]): string {
  const prefix = '--datadir=';
  return options.find((option) => option.startsWith(prefix))?.slice(prefix.length) ?? '';
}
