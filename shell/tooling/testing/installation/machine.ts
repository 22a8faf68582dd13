import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../../packages/node/find-program';
import { root } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';

/** The programs of Debian that an installation needs, with the package of each. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'systemd-nspawn': 'systemd-container',
  nsenter: 'util-linux',
  bwrap: 'bubblewrap',
  chromium: 'chromium',
  curl: 'curl',
  jq: 'jq',
  logrotate: 'logrotate',
  mariadbd: 'mariadb-server',
  nginx: 'nginx-light',
  openssl: 'openssl',
  prometheus: 'prometheus',
  'prometheus-node-exporter': 'prometheus-node-exporter',
  'redis-server': 'redis-server',
};

/** What a fresh Debian has in `/etc`, with the settings of the packages above; nothing that this machine's operator has enabled. */
const SETTINGS = [
  ...['alternatives', 'bash.bashrc', 'ca-certificates', 'chromium', 'chromium.d', 'dbus-1', 'debian_version'],
  ...['default', 'environment', 'fonts', 'group', 'gshadow', 'host.conf', 'ld.so.cache', 'ld.so.conf'],
  ...['ld.so.conf.d', 'localtime', 'login.defs', 'logrotate.conf', 'logrotate.d', 'mime.types', 'mysql'],
  ...['nginx', 'nsswitch.conf', 'pam.conf', 'pam.d', 'passwd', 'profile', 'prometheus', 'protocols', 'redis'],
  ...['security', 'services', 'shadow', 'shells', 'ssl', 'subgid', 'subuid'],
];

/** The sources on the machine: changes of them stay there. */
export const CHECKOUT = '/srv/sources';

const ENVIRONMENT = {
  HOME: '/root',
  LANG: 'C.UTF-8',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
};

export type Machine = Awaited<ReturnType<typeof bootMachine>>;

/** @throws UserError which says what this machine lacks. */
export function requireContainers(): void {
  const missing = Object.keys(PROGRAMS).filter((name) => !findProgram(name));
  if (missing.length > 0) {
    const packages = missing.map((name) => PROGRAMS[name]).join(' ');
    throw new UserError(`The installation needs ${missing.join(', ')}: apt install ${packages}`);
  }
  if (process.getuid?.() !== 0)
    throw new UserError('The installation boots a container with systemd, which only root may: use sudo.');
}

/**
 * Boots Debian with systemd in a container without a network. It has the programs of this machine, which it cannot change, its
 * own settings and data, and a copy of these sources in {@link CHECKOUT}.
 * @param options.names which lead to this machine.
 * @param options.disks folders that are disks of their own, with their sizes in MB.
 */
export async function bootMachine({ names, disks }: MachineOptions) {
  requireContainers();
  const folder = await mkdtemp(path.join(tmpdir(), 'isa-machine-'));
  const at = (name: string) => path.join(folder, name);
  await chmod(folder, 0o755);
  await writeRoot(at('root'), names);
  await writePrograms(at('usr'));
  await mkdir(at('sources'));
  // The releases and keys of this checkout are hidden.
  spawnSync('mknod', [at('sources/.data'), 'c', '0', '0']);
  const child = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--boot', '--register=no', '--keep-unit', '--private-network', '--link-journal=no'],
      ...['--resolv-conf=off', '--timezone=off', `--directory=${at('root')}`],
      `--machine=isa-${randomBytes(4).toString('hex')}`,
      `--overlay=/usr:${at('usr')}:/usr`,
      `--overlay=${root}:${at('sources')}:${CHECKOUT}`,
      ...Object.entries(disks).map(([name, size]) => `--tmpfs=${name}:size=${size}M,mode=755`),
      ...['--console=pipe', 'systemd.show_status=false'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let console = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (console = (console + text).slice(-20_000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let leader: number | undefined;
  const run = (script: string, options?: RunOptions) => runIn(leader ?? 0, script, options);
  const kill = () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // All processes of the container end with its first one.
    process.kill(leader ?? child.pid ?? 0, 'SIGKILL');
  };
  process.once('exit', kill);

  try {
    while (leader === undefined) {
      if (child.exitCode !== null) throw new Error(`The container did not start:\n${console}`);
      leader = leaderBelow(child.pid ?? 0);
      await delay(100);
    }
    await run('until [[ $(systemctl is-system-running --wait) =~ running|degraded ]]; do sleep 0.2; done', {
      limitMs: 90_000,
    });
    // Parts of /proc are hidden or protected, so that this machine keeps its settings. They would keep bubblewrap from mounting one.
    await run(`while mounts=$(awk '$5 ~ "^/proc/" { print $5 }' /proc/self/mountinfo) && [ -n "$mounts" ]; do
  # The last of them lies above the others.
  umount --lazy "$(tail -n 1 <<< "$mounts")"
done`);
  } catch (error) {
    kill();
    throw new Error(`The container did not boot:\n${console}`, { cause: error });
  }
  return {
    run,
    async stop(): Promise<void> {
      kill();
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Runs a script in a container as root, which ends at its first error.
 * @param leader its first process.
 * @returns what it has printed. @throws Error with that, unless it ends with 0.
 */
function runIn(leader: number, script: string, { env = {}, limitMs = 600_000 }: RunOptions = {}) {
  const variables = Object.entries({ ...ENVIRONMENT, ...env }).map(([name, value]) => `${name}=${value}`);
  const namespaces = ['--mount', '--uts', '--ipc', '--net', '--pid', '--root', '--wd'];
  const shell = ['env', '-i', ...variables, 'bash', '--norc', '-euo', 'pipefail', '-c', script];
  return new Promise<string>((resolve, reject) => {
    const running = execFile(
      'nsenter',
      ['--target', String(leader), ...namespaces, ...shell],
      { maxBuffer: 64 * 1024 * 1024, timeout: limitMs },
      (error, out, err) =>
        error ? reject(new Error(`${script}\n${error.code}\n${out}${err}`)) : resolve(out + err),
    );
    running.stdin?.end();
  });
}

interface MachineOptions {
  readonly names: readonly string[];
  readonly disks: Readonly<Record<string, number>>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
}

/** @returns the first process of a container, which has process numbers of its own; `undefined` before it has started. */
function leaderBelow(pid: number): number | undefined {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .map(Number)) {
        if (child === 0) continue;
        const isInside = readlinkSync(`/proc/${child}/ns/pid`) !== readlinkSync('/proc/self/ns/pid');
        // It is still the program that starts the container until systemd has replaced it.
        if (isInside) return readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' ? child : undefined;
        const below = leaderBelow(child);
        if (below !== undefined) return below;
      }
    }
  } catch {
    // A process has ended meanwhile.
  }
  return undefined;
}

async function writeRoot(folder: string, names: readonly string[]): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  const empty = [
    'dev',
    'etc/systemd/system',
    'home',
    'mnt',
    'opt',
    'proc',
    'run',
    'srv/sources',
    'sys',
    'usr',
  ];
  const data = ['backups', 'cache', 'lib', 'log', 'mail', 'spool', 'www/html'].map((name) => `var/${name}`);
  for (const name of [...empty, ...data]) await mkdir(at(name), { recursive: true });
  for (const [name, mode] of [
    ['root', 0o700],
    ['tmp', 0o1777],
    ['var/tmp', 0o1777],
  ] as const) {
    await mkdir(at(name));
    await chmod(at(name), mode);
  }
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) await symlink(`usr/${name}`, at(name));
  await symlink('/run', at('var/run'));
  const settings = SETTINGS.map((name) => path.join('/etc', name)).filter((file) => existsSync(file));
  // Node's own copy would belong to root.
  spawnSync('cp', ['--archive', ...settings, at('etc')]);
  await copyFile('/usr/lib/os-release', at('etc/os-release'));
  await writeFile(at('etc/machine-id'), `${randomBytes(16).toString('hex')}\n`);
  await writeFile(at('etc/hostname'), 'academy\n');
  await writeFile(at('etc/hosts'), `127.0.0.1 localhost academy\n127.0.0.1 ${names.join(' ')}\n`);
}

/** Programs that stand for what a container without a network cannot have. They lie above those of this machine. */
async function writePrograms(folder: string): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  await mkdir(at('local/sbin'), { recursive: true });
  const node = process.execPath;
  if (node !== '/usr/bin/node') {
    // The operators' guide asks for Node there.
    await mkdir(at('bin'));
    await copyFile(node, at('bin/node'));
    await mkdir(at('lib/node_modules'), { recursive: true });
    await cp(path.resolve(node, '../../lib/node_modules/npm'), at('lib/node_modules/npm'), {
      recursive: true,
    });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', at('bin/npm'));
  }
  for (const [name, script] of Object.entries({ apt: APT, certbot: CERTBOT, nano: NANO })) {
    await writeFile(at(`local/sbin/${name}`), `#!/bin/bash\nset -euo pipefail\n${script}`, { mode: 0o755 });
  }
}

/** The packages are there; what is left is what their installation does. */
const APT = `
[ "$1" = install ]
for package in "\${@:2}"; do
  case $package in
    mariadb-server)
      mariadb-install-db --user=mysql --datadir=/var/lib/mysql --skip-test-db --auth-root-authentication-method=socket >/dev/null
      systemctl enable --now mariadb ;;
    nginx) install -d -o www-data /var/log/nginx /var/lib/nginx; systemctl enable --now nginx ;;
    prometheus) install -d -o prometheus /var/lib/prometheus; systemctl enable --now prometheus ;;
    prometheus-node-exporter)
      install -d -o prometheus /var/lib/prometheus/node-exporter; systemctl enable --now prometheus-node-exporter ;;
    redis-server) install -d -o redis /var/lib/redis /var/log/redis; systemctl enable --now redis-server ;;
    logrotate) install -d /var/lib/logrotate ;;
    bubblewrap | certbot | jq) ;;
    *) echo "E: Unable to locate package $package" >&2; exit 100 ;;
  esac
done
`;

/** The folder of a certificate and the authority that signs it. */
export const AUTHORITY = '/etc/ssl/isa-authority';

/** An authority of this machine stands for the one that certbot asks; \`DAYS\` is how long the certificate is valid. */
const CERTBOT = `
names=(); while [ $# -gt 0 ]; do if [ "$1" = --domain ]; then names+=("DNS:$2"); shift; fi; shift; done
folder=/etc/letsencrypt/live/\${names[0]#DNS:}
mkdir -p "$folder"
cd "$folder"
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout privkey.pem -out request.pem -subj /CN=academy 2>/dev/null
(IFS=,; openssl x509 -req -in request.pem -CA ${AUTHORITY}.pem -CAkey ${AUTHORITY}.key -CAcreateserial -days "\${DAYS:-90}" \\
  -extfile <(echo "subjectAltName=\${names[*]}") -out fullchain.pem 2>/dev/null)
`;

/** All names in the documents are those of this machine. */
const NANO = 'exit 0\n';
