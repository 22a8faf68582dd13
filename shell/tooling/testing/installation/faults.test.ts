import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { commandBlock, listedSecrets } from '../operating-guide';
import { APPS, type InstalledSite, installSite, OF_BUCKETS, replaceIn, token } from './install';
import { CHECKOUT } from './machine';
import { OUTSIDE } from './outside-settings';

/** A fault is noticed within minutes. */
jest.setTimeout(600_000);

let site: InstalledSite;
const begunAt = performance.now();
/** Writes a line with the minutes and seconds since the beginning. */
const log = (line: string) => {
  const elapsed = new Date(performance.now() - begunAt).toISOString().slice(11, 19);
  process.stderr.write(`${elapsed} ${line}\n`);
};
beforeAll(async () => {
  site = await installSite(log);
}, 1_800_000);
beforeEach(() => log(expect.getState().currentTestName ?? ''));
afterAll(async () => {
  await (site as InstalledSite | undefined)?.stop();
});

const SITE = 'https://academy.example';
const run = (script: string, limitMs = 120_000) => site.run(script, { limitMs });
/** @returns the status with which an address answers. */
const statusOf = async (url: string, options = '') =>
  Number(await run(`curl -s -m 40 -o /dev/null -w '%{http_code}' ${options} ${url} || true`));
const post = (call: string, body: unknown, options = '') =>
  run(
    `curl -s -m 40 -H 'content-type: application/json' -H 'origin: ${SITE}' ${options} --data '${JSON.stringify(body)}' ${SITE}${call}`,
  );
/** Waits until a command succeeds. */
const until = (command: string, limitMs: number) => run(`until ${command}; do sleep 1; done`, limitMs);
/** @returns the lines of the doctor of a role. */
const doctor = (role: string) =>
  run(
    `since=$(date '+%F %T'); systemctl start isa-doctor@${role} || true; journalctl --sync; journalctl --unit isa-doctor@${role} --since "$since" --output cat`,
  );
const failuresOf = async (role: string) => (await doctor(role)).match(/FAILURE.*/g);
/** Asks a service outside of the site. */
const outside = async <T>(command: string, schema: z.ZodType<T>) =>
  schema.parse(JSON.parse(await run(`curl -sf http://127.0.0.1:${OUTSIDE.controlPort}/${command}`)));
const counts = z.object({ purchases: z.number(), failed: z.number(), errors: z.array(z.string()) });
const buy = async () =>
  expect(await outside('buy', counts)).toMatchObject({ purchases: 1, failed: 0, errors: [] });
/** @returns the newest link of this kind in a mail. */
const linkInMail = async (pattern: RegExp) => {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const mails = await outside('mails', z.array(z.string()));
    // A long line of a mail is folded.
    const links = mails.flatMap((mail) => [...mail.replaceAll('=\r\n', '').matchAll(pattern)]);
    const [, link] = links.at(-1) ?? [];
    if (link !== undefined) return link;
    await delay(1_000);
  }
  throw new Error(`No mail contains ${pattern.source}.`);
};
/** Restarts what reads the secrets of the API. */
const restartApi = () => run(`systemctl restart isa-web@3002 isa-web@3012 isa-jobs isa-office\n${READY}`);
const READY = `until curl -sf -o /dev/null ${SITE}/api/health/ready; do sleep 0.5; done`;
const query = (expression: string) =>
  `curl -s --data-urlencode 'query=${expression}' http://127.0.0.1:9090/api/v1/query | jq -r '.data.result[] | [.metric.job, .metric.instance, .value[1]] | join(" ")'`;
const prometheus = (expression: string) => run(query(expression));
/** A command that succeeds while Prometheus finds something. */
const finds = (expression: string) => `[ -n "$(${query(expression)})" ]`;
/** A command that succeeds while an alert with this label fires. */
const firing = (alert: string, label: string) =>
  finds(`ALERTS{alertname="${alert}",${label},alertstate="firing"}`);
/** Waits until Prometheus reads each process. */
const expectScraped = async () => {
  await until(`[ "$(${query('up == 1')} | wc -l)" = 10 ]`, 90_000).catch(() => undefined);
  const down = (await prometheus('up')).split('\n').filter((line) => line !== '' && !line.endsWith(' 1'));
  expect(down).toEqual([]);
};
/** The processes with metrics: their roles and ports. */
const PROCESSES = [
  ['web', 3002],
  ['web', 3012],
  ['jobs', 9464],
  ['office', 3005],
  ['prerender', 9465],
  ['watch', 9466],
  ['ops', 9467],
  ['site', 13_000],
  ['site', 13_010],
] as const;
/** The roles of these processes. */
const RUNNING = [...new Set(PROCESSES.map(([role]) => role))];
/** Restarts each process, and waits until it answers. */
const restartAll = () =>
  run(
    [
      commandBlock('systemctl enable --now isa-web@3002').replace('enable --now', 'restart'),
      ...PROCESSES.map(
        ([, port]) => `until curl -s -o /dev/null http://127.0.0.1:${port}/metrics; do sleep 0.5; done`,
      ),
      READY,
    ].join('\n'),
    240_000,
  );
const OPS = 'https://ops.academy.example';
/** Logs in to the operators' pages. @param jar the file for the cookie. @returns the status. */
const logIn = (token: string, jar: string) =>
  statusOf(
    `${OPS}/ops/login`,
    `-c ${jar} -H 'origin: ${OPS}' --data-urlencode who=ada --data-urlencode 'token=${token}'`,
  );

/** How the files of secrets are read and replaced. */
interface Stored {
  /** @returns a command. @param file below the folder of all secrets. */
  read(file: string): string;
  write(file: string, value: string): string;
}

const SECRETS = '/etc/isa/secrets';
const PLAIN: Stored = {
  read: (file) => `cat ${SECRETS}/${file}`,
  write: (file, value) => `printf %s '${value}' > ${SECRETS}/${file}`,
};
/** As the guide says, each file by itself. */
const ENCRYPTED: Stored = {
  read: (file) => `systemd-creds decrypt --name=isa_${path.basename(file)} ${SECRETS}/${file} - 2>/dev/null`,
  write: (file, value) =>
    `printf %s '${value}' | systemd-creds encrypt --name=isa_${path.basename(file)} - ${SECRETS}/${file}.new && mv ${SECRETS}/${file}.new ${SECRETS}/${file}`,
};

describe('the site that was installed by the commands of the operators’ guide', () => {
  it('answers over TLS, with 404 for unknown pages, and with the registry that was promoted', async () => {
    const seen = await site.follow('https://academy.example/nowhere');
    expect(seen).toMatch(/^HTTP\/2 200/m);
    expect(seen).toMatch(/^content-security-policy: /im);
    expect(seen).toMatch(/^strict-transport-security: max-age=31536000/im);
    expect(seen).toMatch(/^404\n\d+$/m);
  });

  it('is well for the doctor of each role', async () => {
    const found = await site.follow('systemctl start isa-doctor@$role', {}, 'set +e');
    expect(found.match(/FAILURE.*/g)).toBeNull();
    expect(found).toContain('ok      built site: it shows revision');
  });

  it('is read by Prometheus, process for process, and so is the age of its backup', async () => {
    await expectScraped();
    expect(await prometheus('time() - isa_backup_created_seconds < 3600')).toMatch(/^node /);
  });

  it('sells a book, and mails a link to the order', async () => {
    await buy();
    const link = await linkInMail(/academy\.example\/my-orders\/([\w.-]+)/g);
    expect(await statusOf(`${SITE}/api/order-links/${link}`)).toBe(200);
  });

  it('answers for no other name', async () => {
    expect(
      await run('curl -sk --resolve other.example:443:127.0.0.1 https://other.example/ || echo "refused $?"'),
    ).toBe('refused 35\n');
    expect(await statusOf('http://other.example/', '--resolve other.example:80:127.0.0.1')).toBe(421);
  });

  it('keeps the secrets of one role from the users of all others', async () => {
    const read = (file: string) => run(`runuser -u isa-web -- cat ${file} 2>&1 || true`);
    expect(await read('/etc/isa/secrets/ops/OPS_TOKEN')).toContain('Permission denied');
    expect(await read('/run/credentials/isa-ops.service/isa_OPS_TOKEN')).toContain('Permission denied');
    expect(await run('cat /run/credentials/isa-ops.service/isa_OPS_TOKEN')).not.toBe('');
  });
});

describe('releases on the installation', () => {
  const publish = `cd ${CHECKOUT} && umask 002 && export STORE_FOLDER=/var/lib/isa-store && set -a && . /etc/isa/site.env && set +a`;

  it('are not promoted before every gate has passed, unless somebody forces it and says why', async () => {
    await run(
      `${publish} && npm run release -- pack shop --version 1.1.0 && npm run release -- publish shop@1.1.0`,
      300_000,
    );
    await expect(run(`${site.operators}\nnode shell/release.cjs promote shop@1.1.0`)).rejects.toThrow(
      'check',
    );
    expect(await run(`${site.operators}\nnode shell/release.cjs status`)).toMatch(/shop .*1\.0\.0/);
  });

  it('come and go by the commands of the emergency rollback', async () => {
    const promote = (options: string) =>
      run(
        `${site.operators}\nnode shell/release.cjs promote shop@1.1.0 ${options} --force --reason "a test"`,
        300_000,
      );
    await promote('--percent 5');
    expect(await site.follow('release.cjs abort', {}, site.operators)).toContain('has ended');
    await promote('');
    expect(await run(`curl -sI ${SITE}/isa-books/all-books`)).toMatch(/x-isa-release: .*shop@1\.1\.0/i);
    expect(await site.follow('release.cjs rollback', {}, site.operators)).toContain('shop is back at 1.0.0');
    expect(await run(`curl -sI ${SITE}/isa-books/all-books`)).toMatch(/x-isa-release: .*shop@1\.0\.0/i);
    expect(await site.follow('release.cjs status\n', {}, site.operators)).toMatch(/shop .*1\.0\.0/);
  });

  it('are taken back by the role watch when they fail in browsers and their predecessor did not', async () => {
    const view = (version: string) => ({ kind: 'view', remote: 'shop', version, slot: 'live' });
    const error = (version: string) => ({ ...view(version), kind: 'error', phase: 'render', first: true });
    const report = async (events: readonly object[]) => {
      const beacon = JSON.stringify({ events });
      // Failures of one network count once.
      await run(
        `for n in $(seq 1 40); do curl -sf --interface 127.0.$n.1 -H 'content-type: application/json' --data '${beacon}' ${SITE}/api/telemetry; done`,
      );
    };
    await report([view('1.0.0')]);
    await run(
      `${site.operators}\nnode shell/release.cjs promote shop@1.1.0 --force --again --reason "a test"`,
      300_000,
    );
    await report([view('1.1.0'), error('1.1.0')]);
    await until(`curl -sI ${SITE}/isa-books/all-books | grep -qiF ' shop@1.0.0'`, 180_000);
    expect(await run(`${site.operators}\nnode shell/release.cjs status`)).toMatch(/shop .*by the watcher/);
  });
});

describe('a fault on the installation', () => {
  it('loses no request when all roles restart one after another, as in an upgrade', async () => {
    const upgrade = commandBlock('isa < /opt/isa/current/hosting/database-roles.sql');
    const codes = await run(
      `
(until [ -e /tmp/ended ]; do
  for url in ${SITE}/ ${SITE}/api/books ${SITE}/isa-books/all-books https://cdn.academy.example/registry.json; do
    curl -s -m 40 -o /dev/null -w '%{http_code}\\n' $url >> /tmp/codes || true
  done
done) &
(${upgrade})
touch /tmp/ended; wait; sort /tmp/codes | uniq -c`,
      300_000,
    );
    expect(codes).toMatch(/^ *\d{2,} 200$/m);
    expect(codes.match(/^ *\d+ (?!200)\d{3}$/gm)).toBeNull();
  });

  it('raises an alert for a role that has stopped, which ends when it runs again', async () => {
    await run('systemctl stop isa-jobs');
    await until(firing('RoleDown', 'job="isa-jobs"'), 300_000);
    await run('systemctl start isa-jobs');
    await until(`! ${firing('RoleDown', 'job="isa-jobs"')}`, 180_000);
  });

  it('leaves links in earlier mails valid while APP_SECRET is replaced in three steps, and ends them with the last', async () => {
    await buy();
    const link = await linkInMail(/academy\.example\/my-orders\/([\w.-]+)/g);
    const order = () => statusOf(`${SITE}/api/order-links/${link}`);
    const write = (name: string, value: string) =>
      run(
        `umask 077; for role in web jobs office; do printf %s '${value}' > /etc/isa/secrets/$role/${name}; done`,
      );
    const old = await run('cat /etc/isa/secrets/web/APP_SECRET');
    const next = 'another secret of the academy, which is long enough';
    await write('APP_SECRET_SECOND', next);
    await restartApi();
    expect(await order()).toBe(200);
    await write('APP_SECRET', next);
    await write('APP_SECRET_SECOND', old);
    await restartApi();
    expect(await order()).toBe(200);
    await run('rm /etc/isa/secrets/{web,jobs,office}/APP_SECRET_SECOND');
    await restartApi();
    expect(await order()).toBe(404);
  });

  it('deletes an account although the log of erasures is on a disk of its own', async () => {
    const account = {
      username: 'reader',
      name: 'A Reader',
      email: 'reader@example.org',
      password: 'a long pass phrase 42',
    };
    await post('/api/signup', account);
    await post('/api/login', { email: account.email, password: account.password }, '-c /tmp/cookies');
    expect(await post('/api/account/delete', { password: account.password }, '-b /tmp/cookies')).toContain(
      'Your account was deleted.',
    );
    expect(await run('wc -l < /var/lib/isa-erasures/erasures.log')).toBe('1\n');
    expect(await run('stat -c %d /var/lib/isa-erasures /var/lib/isa-web | sort -u | wc -l')).toBe('2\n');
  });

  it('counts webhooks that PayPal signs for another webhook as refused, and the buyer gets the order nevertheless', async () => {
    await outside('sign/created-again', z.null());
    await buy();
    await until('grep -q invalid-signature /var/log/isa-web/security.log', 60_000);
    const refused = `isa_http_request_duration_seconds_count{route="/api/paypal/webhooks",status=~"4.."} > 0`;
    await until(finds(refused), 90_000);
    await outside(`sign/${OUTSIDE.webhookId}`, z.null());
  });

  it('serves pages without the database server, and buyers again once it is back, without a restart', async () => {
    await run('systemctl kill --signal KILL mariadb; systemctl stop mariadb');
    expect(await statusOf(`${SITE}/isa-books/all-books`)).toBe(200);
    expect(await statusOf(`${SITE}/api/health/ready`)).toBe(503);
    expect(await doctor('web')).toMatch(/FAILURE database/);
    await run(`systemctl start mariadb\n${READY}`);
    await buy();
  });

  it('is announced before a certificate ends, and over once certbot has renewed it and nginx has read it', async () => {
    const certbot = (days: number) => site.follow('certbot certonly', {}, `export DAYS=${days}`);
    await certbot(10);
    await run('systemctl reload nginx');
    expect(await doctor('site')).toMatch(/WARNING certificate of academy\.example: it ends in \d days/);
    const ending = `isa_certificate_valid_until_seconds{origin="${SITE}"} - time() < 14 * 86400`;
    await until(finds(ending), 120_000);
    await certbot(90);
    await run('systemctl reload nginx');
    expect(await doctor('site')).toMatch(/ok {6}certificate of academy\.example/);
  });

  it('is announced when the last backup is older than a day', async () => {
    expect(await doctor('backup')).toMatch(/ok {6}backup/);
    await run(`touch -d '2 days ago' /var/backups/isa/*/manifest.json`);
    expect(await doctor('backup')).toMatch(/FAILURE backup: .* no complete one of the last 26 hours/);
    await run('touch /var/backups/isa/*/manifest.json');
    expect(await doctor('backup')).toMatch(/ok {6}backup/);
  });

  it('keeps the security log writable when logrotate rotates it', async () => {
    const event = () =>
      post('/api/login', { email: 'nobody@example.org', password: 'a wrong pass phrase 1' });
    await event();
    await run('logrotate --force /etc/logrotate.d/isa');
    expect(await run('ls /var/log/isa-web')).toContain('security.log.1');
    await event();
    await until('[ -s /var/log/isa-web/security.log ]', 20_000);
  });
});

describe('the secrets of the API', () => {
  const API_ROLES = ['web', 'jobs', 'office'] as const;
  const writeAll = (name: string, valueOf: (role: (typeof API_ROLES)[number]) => string) =>
    run(`umask 077\n${API_ROLES.map((role) => PLAIN.write(`${role}/${name}`, valueOf(role))).join('\n')}`);
  /** @returns how many webhooks the processes have answered with such a status since they started. */
  const answered = async (status: '2' | '4') =>
    Number(
      await run(
        `for port in 3002 3012; do curl -s -H "authorization: Bearer $(cat ${SECRETS}/web/METRICS_TOKEN)" http://127.0.0.1:$port/metrics; done |
awk '/^isa_http_request_duration_seconds_count{route="\\/api\\/paypal\\/webhooks",.*status="${status}/ {n += $2} END {print n + 0}'`,
      ),
    );
  const waitFor = async (condition: () => Promise<boolean>) => {
    const end = performance.now() + 60_000;
    while (!(await condition())) {
      if (performance.now() > end) throw new Error('It has not happened within a minute.');
      await delay(500);
    }
  };

  it('PayPal’s id of the webhook is replaced in three steps, and no message is refused meanwhile', async () => {
    const [old, next] = [OUTSIDE.webhookId, 'created-again'];
    const restartWith = async (first: string, second?: string) => {
      const line = second === undefined ? '' : `PAYPAL_WEBHOOK_ID_SECOND=${second}`;
      await run(
        `sed -i '/^PAYPAL_WEBHOOK_ID/d' /etc/isa/site.env\nprintf '%s\\n' PAYPAL_WEBHOOK_ID=${first} ${line} >> /etc/isa/site.env`,
      );
      await restartApi();
    };
    const sell = async (id: string, status: '2' | '4') => {
      const before = await answered(status);
      await outside(`sign/${id}`, z.null());
      await buy();
      await waitFor(async () => (await answered(status)) > before);
    };
    const expectAccepted = async (ids: readonly string[]) => {
      for (const id of ids) await sell(id, '2');
      expect(await answered('4')).toBe(0);
    };
    await restartWith(old, next);
    await expectAccepted([old, next]);
    await restartWith(next, old);
    await expectAccepted([old, next]);
    await restartWith(next);
    await expectAccepted([next]);
    await sell(old, '4');
    await outside(`sign/${next}`, z.null());
  });

  it('the passwords of the database are replaced by a second account of each role', async () => {
    const passwords = { web: token(), jobs: token(), office: token() };
    for (const role of API_ROLES)
      await site.sql('SET DEFAULT ROLE isa_web', {
        '…': passwords[role],
        'web@': `${role}_2@`,
        ...(role !== 'web' && { isa_web: `isa_${role}` }),
      });
    await writeAll('DATABASE_URL', (role) => `mysql://${role}_2:${passwords[role]}@127.0.0.1/isa`);
    await restartApi();
    await run(`mariadb -e 'DROP USER web@localhost, jobs@localhost, office@localhost'`);
    await buy();
    for (const role of API_ROLES) expect([role, await failuresOf(role)]).toEqual([role, null]);
  });

  it('the passwords of Redis are replaced while both are valid, and limits count there meanwhile', async () => {
    const ACL = '/etc/redis/isa.acl';
    const hash = (password: string) => createHash('sha256').update(password).digest('hex');
    const operator = token();
    const load = () => run(`redis-cli --no-auth-warning --user operator --pass ${operator} ACL LOAD`);
    const useNext = async () => {
      const passwords = { web: token(), jobs: token(), office: token() };
      await writeAll('REDIS_URL', (role) => `redis://${role}:${passwords[role]}@127.0.0.1`);
      return passwords;
    };
    const expectConnected = async () => {
      await until(`[ "$(${query('isa_redis_up == 1')} | wc -l)" = 4 ]`, 90_000);
      for (const role of API_ROLES) expect([role, await failuresOf(role)]).toEqual([role, null]);
    };
    expect(await prometheus('isa_redis_up')).toBe('');

    const first = await useNext();
    await run(
      `sed ${API_ROLES.map((role) => `-e s/${role.toUpperCase()}_PASSWORD_SHA256/${hash(first[role])}/`).join(' ')} \
  -e s/OPERATOR_PASSWORD_SHA256/${hash(operator)}/ /opt/isa/current/hosting/redis.acl > ${ACL}
echo 'aclfile ${ACL}' >> /etc/redis/redis.conf
systemctl restart redis-server`,
    );
    await restartApi();
    await expectConnected();

    const next = await useNext();
    await run(
      `sed -i ${API_ROLES.map((role) => `-e 's/#${hash(first[role])}/& #${hash(next[role])}/'`).join(' ')} ${ACL}`,
    );
    await load();
    await expectConnected();
    await restartApi();
    await run(`sed -i ${API_ROLES.map((role) => `-e 's/#${hash(first[role])} //'`).join(' ')} ${ACL}`);
    await load();
    await buy();
    await expectConnected();
    const refused = await run(`redis-cli --no-auth-warning --user web --pass ${first.web} PING 2>&1 || true`);
    expect(refused).toContain('WRONGPASS');
  });

  it('PayPal’s secret of the client is replaced while both are valid', async () => {
    const next = 'the-second-secret';
    await outside(`client-secrets/${OUTSIDE.clientSecret}/${next}`, z.null());
    await buy();
    await writeAll('PAYPAL_CLIENT_SECRET', () => next);
    await restartApi();
    await outside(`client-secrets/${next}`, z.null());
    await buy();
  });

  it('the password of the mail server is replaced, and mails that were refused meanwhile are sent afterwards', async () => {
    const mailCount = async () => (await outside('mails', z.array(z.string()))).length;
    await outside('mail-password/the-second-password', z.null());
    await run('systemctl restart isa-jobs');
    const before = await mailCount();
    await buy();
    const unsent = `mariadb -BN isa -e 'SELECT COUNT(*) FROM outbox_mails WHERE sent_at IS NULL AND attempts > 0'`;
    await until(`[ "$(${unsent})" -gt 0 ]`, 60_000);
    expect(await mailCount()).toBe(before);
    await run(
      `sed -i 's/${OUTSIDE.mailPassword}/the-second-password/' ${SECRETS}/jobs/SMTP_URL\nsystemctl restart isa-jobs`,
    );
    await until(`[ "$(${unsent})" = 0 ]`, 300_000);
    expect(await mailCount()).toBeGreaterThan(before);
  });
});

describe('the registry of the installation', () => {
  it('is announced when nobody has confirmed it for some days, and is confirmed by the command of the runbook', async () => {
    const ending = 'isa_registry_valid_until_seconds - time() < 5 * 86400';
    await outside('confirm/3', z.null());
    await until(finds(ending), 90_000);
    await run(`${site.operators}\nnode shell/release.cjs repair`);
    await until(`! ${finds(ending)}`, 90_000);
  });
});

describe('a full disk of the database', () => {
  it('raises an alert, which ends with the fault, and then buyers can buy without a restart', async () => {
    await run('head -c 1G /dev/zero > /var/lib/mysql/others || true');
    await until(firing('DiskFills', 'mountpoint="/var/lib/mysql"'), 300_000);
    await run('rm /var/lib/mysql/others');
    await until(`! ${firing('DiskFills', 'mountpoint="/var/lib/mysql"')}`, 180_000);
    // The server has waited for room with what it was to write.
    await run(`mariadb -e 'CREATE DATABASE probe; DROP DATABASE probe'\n${READY}`, 180_000);
    await buy();
  });
});

describe('the store of the installation', () => {
  it('is pruned by the commands of the guide', async () => {
    await site.follow('--dry-run prune', {}, site.operators);
    expect(await site.follow('prune --days', {}, site.operators)).toContain('retained');
  });
});

describe('the installation with buckets', () => {
  const objects = () => outside('objects', z.array(z.string()));
  /** A command that succeeds once the bucket has an object. */
  const has = (key: string) =>
    `curl -sf http://127.0.0.1:${OUTSIDE.controlPort}/objects | jq -e 'index("${key}")' > /dev/null`;
  const addSettings = (settings: string) => run(`cat >> /etc/isa/site.env <<'ENV'\n${settings}ENV`);
  const writeSecrets = (valueOf: (name: string) => string | undefined) => {
    const secrets = listedSecrets()
      .filter(({ content }) => content.includes(OF_BUCKETS))
      .flatMap(({ names, roles }) => roles.flatMap((role) => names.map((name) => ({ role, name }))))
      .map(({ role, name }) => PLAIN.write(`${role}/${name}`, valueOf(name) ?? ''));
    expect(secrets).toHaveLength(6);
    return run(`umask 077\n${secrets.join('\n')}`);
  };
  const shownRelease = () => run(`curl -sI ${SITE}/isa-books/all-books | grep -i x-isa-release`);

  it('runs every role by the shipped units with a store in a bucket', async () => {
    const bucket = await outside('bucket', z.record(z.string(), z.string()));
    const settings = replaceIn(commandBlock('STORE_URL=s3://'), { 'academy-releases': 'releases/store' });
    await run(`sed -i '/^STORE_FOLDER=/d' /etc/isa/site.env`);
    await addSettings(`${settings}AWS_ENDPOINT_URL_S3=${bucket.AWS_ENDPOINT_URL_S3 ?? ''}\n`);
    await writeSecrets((name) => bucket[name]);

    const variables = Object.entries({ ...bucket, STORE_URL: 's3://releases/store' });
    const sources = [`cd ${CHECKOUT}`, ...variables.map(([name, value]) => `export ${name}='${value}'`)].join(
      '\n',
    );
    for (const app of APPS) {
      // They are packed, and have been checked.
      const without = {
        'npm run release -- pack shell --version 1.0.0\n': '',
        'npm run release -- check shell@1.0.0\n': '',
      };
      const published = await site.follow(
        '--reason "the first release"',
        { ...without, shell: app },
        sources,
      );
      expect(published).toContain(`${app}@1.0.0 is live`);
    }
    await run(
      `${sources}\nnpm run release -- pack shop --version 1.2.0\nnpm run release -- publish shop@1.2.0`,
      300_000,
    );
    // A new installation has no pages yet.
    await run(`systemctl stop isa-prerender isa-watch isa-ops\nfind /var/lib/isa-pages -mindepth 1 -delete`);
    await restartAll();
    await until(`curl -sf -o /dev/null ${SITE}/registry.json`, 180_000);
    for (const role of RUNNING) expect([role, await failuresOf(role)]).toEqual([role, null]);
    await buy();
  });

  it('changes releases, the operators’ pages and the confirmation of the registry there', async () => {
    await run(
      `${site.operators}\nnode shell/release.cjs promote shop@1.2.0 --force --reason "a test"`,
      300_000,
    );
    expect(await shownRelease()).toMatch(/shop@1\.2\.0/);
    expect(await logIn(await run(PLAIN.read('ops/OPS_TOKEN')), '/tmp/operator')).toBe(303);
    expect(await run(`curl -s -m 40 -b /tmp/operator ${OPS}/ops/releases`)).toContain('1.2.0');
    await outside('unconfirm', z.null());
    await run('systemctl restart isa-watch');
    await until(has('store/registry-until.json'), 60_000);
  });

  it('builds the site into a bucket, too', async () => {
    await addSettings(replaceIn(commandBlock('SITE_URL=s3://'), { 'academy-site': 'releases/site' }));
    await run('systemctl restart isa-prerender isa-watch isa-ops');
    await until(has('site/current.json'), 180_000);
    for (const role of ['prerender', 'watch', 'ops'])
      expect([role, await failuresOf(role)]).toEqual([role, null]);
    const builds = async () => (await objects()).filter((key) => key.startsWith('site/site-builds/')).length;
    const before = await builds();
    expect(await site.follow('release.cjs rollback', {}, site.operators)).toContain('shop is back at 1.0.0');
    expect(await builds()).toBeGreaterThan(before);
  });

  it('replaces the key of its buckets while both are valid', async () => {
    const { AWS_ACCESS_KEY_ID: first = '' } = await outside('bucket', z.record(z.string(), z.string()));
    await outside('add-bucket-key/second-robot/the-second-secret', z.null());
    await writeSecrets((name) => (name === 'AWS_ACCESS_KEY_ID' ? 'second-robot' : 'the-second-secret'));
    await restartAll();
    await outside(`remove-bucket-key/${first}`, z.null());
    await run(
      `${site.operators}\nnode shell/release.cjs promote shop@1.2.0 --force --reason "with the new key"`,
      300_000,
    );
    expect(await shownRelease()).toMatch(/shop@1\.2\.0/);
    for (const role of RUNNING) expect([role, await failuresOf(role)]).toEqual([role, null]);
  });
});

describe('the tokens of the operators and of Prometheus', () => {
  const FILES = ['ops/OPS_TOKEN', ...RUNNING.map((role) => `${role}/METRICS_TOKEN`)];
  type Tokens = ReadonlyMap<string, string>;

  async function expectAnswers(tokens: Tokens, { opened }: { readonly opened: boolean }): Promise<void> {
    const statuses = await Promise.all(
      PROCESSES.map(([role, port]) =>
        statusOf(
          `http://127.0.0.1:${port}/metrics`,
          `-H 'authorization: Bearer ${tokens.get(`${role}/METRICS_TOKEN`) ?? ''}'`,
        ),
      ),
    );
    expect(statuses).toEqual(PROCESSES.map(() => (opened ? 200 : 401)));
    expect(await logIn(tokens.get('ops/OPS_TOKEN') ?? '', '/tmp/other-operator')).toBe(opened ? 303 : 401);
  }

  /** The three steps of the guide about security. */
  async function replace({ read, write }: Stored, nth: number, giveToPrometheus: () => Promise<unknown>) {
    const old: Tokens = new Map(
      await Promise.all(FILES.map(async (file) => [file, (await run(read(file))).trim()] as const)),
    );
    const next: Tokens = new Map(
      FILES.map((file) => [file, `the-token-with-the-number-${nth}-of-${file.replace('/', '-')}`]),
    );
    const store = (tokens: Tokens, suffix: string) =>
      run(`umask 077\n${[...tokens].map(([file, token]) => write(file + suffix, token)).join('\n')}`);
    const sessionStatus = () => statusOf(`${OPS}/ops/releases`, '-b /tmp/operator');
    expect(await logIn(old.get('ops/OPS_TOKEN') ?? '', '/tmp/operator')).toBe(303);

    await store(next, '_SECOND');
    await restartAll();
    for (const tokens of [old, next]) await expectAnswers(tokens, { opened: true });
    await store(next, '');
    await store(old, '_SECOND');
    await restartAll();
    await giveToPrometheus();
    for (const tokens of [old, next]) await expectAnswers(tokens, { opened: true });
    expect(await sessionStatus()).toBe(200);
    await run(`rm ${FILES.map((file) => `${SECRETS}/${file}_SECOND`).join(' ')}`);
    await restartAll();
    await expectAnswers(next, { opened: true });
    await expectAnswers(old, { opened: false });
    expect(await sessionStatus()).toBe(303);
    await expectScraped();
  }

  it('are replaced in three steps, without a time in which one of them is refused', () =>
    replace(PLAIN, 1, () => site.follow('cp /opt/isa/current/hosting/monitoring')));

  it('are replaced in the same way once all secrets are encrypted for this machine', async () => {
    const secret = await run(PLAIN.read('web/APP_SECRET'));
    await site.follow('systemd-creds encrypt');
    expect(await run(`grep -rlF '${secret}' ${SECRETS} || true`)).toBe('');
    await restartAll();
    await buy();
    expect(await failuresOf('jobs')).toBeNull();
    await replace(ENCRYPTED, 2, async () => {
      await site.follow('cp /opt/isa/current/hosting/monitoring');
      await site.follow('/dev/stdin');
    });
    const inShell = { '--pty': '--pipe', ' bash': ` bash -c 'node shell/release.cjs keys'` };
    expect(await site.follow('systemd-run --pty', inShell)).toMatch(/registry .*private key here/);
  });
});
