import { randomBytes } from 'node:crypto';
import { commandBlock, listedSecrets, sqlBlock } from '../operating-guide';
import { SOURCE_OPTIONS } from '../../../packages/node/node';
import { root } from '../../../packages/node/folders';
import { AUTHORITY, bootMachine, CHECKOUT, type Machine } from './machine';
import { OUTSIDE } from './outside-settings';

const SITE_NAMES = [
  ...['academy.example', 'cdn.academy.example', 'ops.academy.example', 'office.academy.example'],
  'academy-preview.example',
];
const OUTSIDE_NAMES = ['api-m.paypal.com', 'www.paypal.com', 'mail.academy.example'];
export const APPS = ['shell', 'marketing', 'shop', 'learning'];
export const token = () => randomBytes(24).toString('hex');

/** Marks the secrets of an installation with buckets in the guide's table. */
export const OF_BUCKETS = 'only for [buckets]';

/** A password of each account of the database. */
const PASSWORDS = { prepare: token(), web: token(), jobs: token(), office: token(), backup: token() };

export type InstalledSite = Awaited<ReturnType<typeof installSite>>;

/** Replaces what a block of the documents has as an example. @throws Error for something that it does not contain. */
export function replaceIn(block: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [example, value]) => {
    if (!text.includes(example)) throw new Error(`There is no ${example} in:\n${text}`);
    return text.replaceAll(example, value);
  }, block);
}

/**
 * Installs the site on a new machine by the commands of the operators' guide. Only what the guide leaves to operators is replaced:
 * passwords, names of archives, the addresses of PayPal and of the mail server.
 */
export async function installSite(log: (line: string) => void) {
  // The database and the log of erasures have disks of their own, as the guide advises for the log.
  const machine = await bootMachine({
    names: [...SITE_NAMES, ...OUTSIDE_NAMES],
    disks: { '/var/lib/mysql': 500, '/var/lib/isa-erasures': 8 },
  });
  const { run } = machine;
  /** Runs a block of the guide as it stands there, but for what is replaced. @param before opens the shell in which it is run. */
  const follow = (text: string, values: Readonly<Record<string, string>> = {}, before = '') => {
    log(`  ${text}`);
    return run(`${before}\n${replaceIn(commandBlock(text), values)}`);
  };
  const sql = (text: string, values: Readonly<Record<string, string>>) => {
    log(`  ${text}`);
    return run(`mariadb <<'SQL'\n${replaceIn(sqlBlock(text), values)}\nSQL`);
  };
  try {
    log('Preparing the machine…');
    await prepareMachine(machine);

    const checkout = `cd ${CHECKOUT}`;
    log('Following the operators’ guide…');
    await run('mkdir -p /etc/isa');
    for (const app of APPS) {
      const made = await follow('keygen shop\n', { shop: app }, checkout);
      const key = /public +(\S+)/.exec(made)?.[1] ?? '';
      // The registry has one key.
      const first = app === APPS[0] ? {} : { 'npm run release -- keygen registry\n': '' };
      const trusted = { ...first, 'shop <public key of the team>': `${app} ${key}` };
      await follow('keygen registry\n', trusted, checkout);
    }
    await run(`cp ${CHECKOUT}/.data/keys/trusted.json /etc/isa/trusted.json`);
    await follow('npm run package', {}, checkout);
    const archives = `${CHECKOUT}/.data/package`;
    const archive = (await run(`cd ${archives} && basename *.tar.gz .tar.gz`)).trim();
    await follow('tar -xzf', { 'isa-1.1.0-…': archive }, `cd ${archives}`);

    await sql('CREATE DATABASE isa', { '…': PASSWORDS.prepare });
    const settings = replaceIn(commandBlock('PAYPAL_MERCHANT_ID='), {
      'PAYPAL_API_URL=https://api-m.paypal.com': `PAYPAL_API_URL=${OUTSIDE.paypal}`,
      'PAYPAL_CLIENT_ID=…': `PAYPAL_CLIENT_ID=${OUTSIDE.clientId}`,
      'PAYPAL_WEBHOOK_ID=…': `PAYPAL_WEBHOOK_ID=${OUTSIDE.webhookId}`,
      'PAYPAL_MERCHANT_ID=…': `PAYPAL_MERCHANT_ID=${OUTSIDE.merchantId}`,
    });
    await run(`cat > /etc/isa/site.env <<'ENV'\n${settings}NODE_EXTRA_CA_CERTS=${AUTHORITY}.pem\nENV`);
    await run(`umask 077\n${writeSecrets().join('\n')}`);

    // Root belongs to the group for a moment, as the guide asks of a user who publishes.
    await run('usermod -aG isa-store root');
    for (const app of APPS) {
      // The check exits with 1 as long as there is no site.
      const before = `${checkout}\numask 002\nexport STORE_FOLDER=/var/lib/isa-store\nset +e`;
      const published = await follow('--reason "the first release"', { shell: app }, before);
      if (!published.includes(`${app}@1.0.0 is live`)) throw new Error(published);
    }
    await follow('systemctl start isa-prepare\n');
    for (const role of ['web', 'jobs', 'office'] as const) {
      const values = {
        '…': PASSWORDS[role],
        ...(role !== 'web' && { 'web@': `${role}@`, isa_web: `isa_${role}` }),
      };
      await sql('SET DEFAULT ROLE isa_web', values);
    }
    await follow('systemctl enable --now isa-web@3002');
    const operators = commandBlock('DATA_FOLDER=/var/lib/isa-ops');
    await run(
      `mkdir -p /srv/isa/recordings && cp ${CHECKOUT}/api/content/media/lessons/1001.mp4 /srv/isa/recordings/1007.mp4`,
    );
    await follow('media.cjs import', {}, operators);

    await follow('certbot certonly');
    await run('usermod -aG isa-media www-data');
    await follow('nginx -t\nsystemctl restart nginx');
    await run('until curl -sf -o /dev/null https://academy.example/registry.json; do sleep 1; done', {
      limitMs: 180_000,
    });

    await follow('cp /opt/isa/current/hosting/monitoring');
    await follow('ln -sf /var/lib/isa-metrics');
    await sql('CREATE USER isa_backup', { '…': PASSWORDS.backup, "'10.0.0.%'": 'localhost' });
    await follow('systemctl enable --now isa-backup.timer');
    await run('systemctl start isa-backup');
    log('The site is installed.');
    return { ...machine, follow, sql, operators };
  } catch (error) {
    log((await run('journalctl --no-pager --lines 80').catch(String)).slice(-8_000));
    await machine.stop();
    throw error;
  }
}

/** Installs Debian's packages, and starts the services outside of the site. */
async function prepareMachine({ run }: Machine): Promise<void> {
  await run(`
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${AUTHORITY}.key -out ${AUTHORITY}.pem -days 400 \\
  -subj '/CN=Authority of this test' 2>/dev/null
cat ${AUTHORITY}.pem >> /etc/ssl/certs/ca-certificates.crt
printf '[mysqld]\\nlog_bin\\nexpire_logs_days = 7\\n' > /etc/mysql/mariadb.conf.d/60-isa.cnf
chown mysql:mysql /var/lib/mysql
apt install mariadb-server nginx bubblewrap certbot logrotate jq redis-server
certbot certonly ${OUTSIDE_NAMES.map((name) => `--domain ${name}`).join(' ')}
cat > /etc/systemd/system/outside.service <<'UNIT'
[Service]
WorkingDirectory=${CHECKOUT}
Environment=NODE_EXTRA_CA_CERTS=${AUTHORITY}.pem
ExecStart=/usr/bin/node ${SOURCE_OPTIONS.join(' ').replaceAll(root, CHECKOUT)} shell/tooling/testing/installation/outside.ts \\
  /etc/letsencrypt/live/api-m.paypal.com/fullchain.pem /etc/letsencrypt/live/api-m.paypal.com/privkey.pem
UNIT
systemctl daemon-reload
systemctl start outside
until curl -sf -o /dev/null http://127.0.0.1:${OUTSIDE.controlPort}/mails; do sleep 0.5; done`);
}

/** @returns commands that write each secret of the guide's table. @throws Error for one that is not known here. */
function writeSecrets(): readonly string[] {
  const shared = {
    APP_SECRET: token(),
    PAYPAL_CLIENT_SECRET: OUTSIDE.clientSecret,
    SMTP_URL: `smtps://academy:${OUTSIDE.mailPassword}@mail.academy.example:${OUTSIDE.mailPort}`,
    OPS_TOKEN: token(),
  };
  const known: Readonly<Record<string, string>> = shared;
  return listedSecrets().flatMap(({ names, content, roles }) => {
    const [name = ''] = names;
    // The installation begins with folders.
    if (content.includes(OF_BUCKETS)) return [];
    return roles.map((role) => {
      const file = `/etc/isa/secrets/${role}/${name}`;
      if (name === 'RELEASE_KEY_REGISTRY') return `cp ${CHECKOUT}/.data/keys/registry.key.pem ${file}`;
      const value =
        name === 'DATABASE_URL' ? databaseUrl(role) : name === 'METRICS_TOKEN' ? token() : known[name];
      if (value === undefined)
        throw new Error(`The guide names a secret that this test does not know: ${name}`);
      return `printf %s '${value}' > ${file}`;
    });
  });
}

function databaseUrl(role: string): string {
  const password: string | undefined = Object.entries(PASSWORDS).find(([name]) => name === role)?.[1];
  if (password === undefined) throw new Error(`No account of the database is known for ${role}.`);
  const user = role === 'prepare' || role === 'backup' ? `isa_${role}` : role;
  return `mysql://${user}:${password}@127.0.0.1/isa`;
}
