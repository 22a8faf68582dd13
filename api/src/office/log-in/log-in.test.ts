import { calls } from '@isa/api-contract';
import { Secret } from 'otpauth';
import { startApi, type TestApi } from '../../../testing/api';
import { createUser } from '../../../testing/factories';
import {
  codeOf,
  createStaff,
  freshCode,
  logInFields,
  type OfficeBrowser,
  startOffice,
  STAFF_PASSWORD,
  type TestOffice,
} from '../../../testing/office';
import { AuthenticatorApps, MailTokens, Passkeys, Sessions, Staff, type User } from '../../database/entities';
import { liveEnvironment } from '../../../testing/live-environment';
import { oneTimeCode } from '../../../testing/one-time-code';
import { createDemoStaff } from '../people/staff';
import { sealAgain } from './authenticator-apps';
import { createSealing } from '../../platform/sealing';
import { readFileSync } from 'node:fs';
import path from 'node:path';

let api: TestApi;
let office: TestOffice;
beforeAll(async () => {
  api = await startApi();
  office = await startOffice(api);
});

const MINUTE_MS = 60_000;
const sessionsOf = ({ id }: User) => api.deps.db.getRepository(Sessions).countBy({ userId: id });

async function tryLogIn(user: User, changes: Record<string, string>, at = office) {
  return at.browser().post('/login', { ...(await logInFields(api, user)), ...changes });
}

describe('the login', () => {
  it('needs the code, and answers without it as to a wrong password', async () => {
    const user = await createStaff(api);
    const refused = [
      await tryLogIn(user, { code: '' }),
      await tryLogIn(user, { code: '123' }),
      await tryLogIn(user, { code: await codeOf(api, await createStaff(api)) }),
      await tryLogIn(user, { password: 'a wrong password' }),
    ];
    const pages = refused.map(({ text }) => text.replaceAll(/data-passkey="[^"]*"/g, ''));
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(pages).size).toBe(1);
    expect(await sessionsOf(user)).toBe(0);
    expect((await tryLogIn(user, {})).location).toBe('/orders');
  });

  it('is closed to staff who have set up nothing', async () => {
    const user = await createStaff(api);
    const fields = await logInFields(api, user);
    await api.deps.db.getRepository(AuthenticatorApps).delete({ userId: user.id });
    expect((await office.browser().post('/login', fields)).status).toBe(401);
  });

  it('accepts a code as people paste it', async () => {
    const user = await createStaff(api);
    const code = await codeOf(api, user);
    const half = [code.slice(0, 3), code.slice(3)] as const;
    const fullWidth = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    for (const typed of [` ${code}\n`, half.join(' '), half.join('\u00a0'), half.join('-'), fullWidth]) {
      await freshCode(api, user);
      expect([typed, (await tryLogIn(user, { code: typed })).status]).toEqual([typed, 303]);
    }
  });

  it.each([
    [-2, 401],
    [-1, 303],
    [1, 303],
    [2, 401],
  ])('answers a code of a clock that differs by %i steps with %i', async (steps, status) => {
    const user = await createStaff(api);
    await freshCode(api, user);
    expect((await tryLogIn(user, { code: await codeOf(api, user, steps) })).status).toBe(status);
  });

  it('accepts a code once, and no code of an earlier step after it', async () => {
    const user = await createStaff(api);
    const fields = await logInFields(api, user);
    const logIn = (code?: string) => office.browser().post('/login', { ...fields, ...(code && { code }) });
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => logIn()))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([303, 401, 401, 401, 401]);
    expect((await logIn()).status).toBe(401);
    expect((await logIn(await codeOf(api, user, -1))).status).toBe(401);
    expect(await sessionsOf(user)).toBe(1);
  });

  it('opens with a new code after the clock was set back', async () => {
    const own = await startApi();
    const there = await startOffice(own);
    const user = await createStaff(own);
    const fields = { email: user.email, password: STAFF_PASSWORD, next: '/' };
    const logIn = async (code: string) => (await there.browser().post('/login', { ...fields, code })).status;
    own.advance(24 * 60 * MINUTE_MS);
    expect(await logIn(await codeOf(own, user))).toBe(303);
    own.advance(-24 * 60 * MINUTE_MS);
    const code = await codeOf(own, user, 1);
    expect([await logIn(code), await logIn(code)]).toEqual([303, 401]);
  });

  it('limits tries of codes for all processes together', async () => {
    const processes = [
      await startApi({ env: { RATE_LIMIT_FACTOR: '1' } }),
      await startApi({ env: { RATE_LIMIT_FACTOR: '1' } }),
    ] as const;
    const [first, second] = processes;
    const { db, pools } = await first.depsOf('office');
    const offices = [
      await startOffice(first),
      await startOffice({ ...second, depsOf: async () => ({ ...second.deps, db, pools }) }),
    ] as const;
    const user = await createStaff(first);
    const fields = { email: user.email, password: STAFF_PASSWORD, next: '/' };
    for (const [index, status] of [401, 401, 401, 401, 401, 429, 429].entries()) {
      const response = await offices[index % 2 === 0 ? 0 : 1].browser().post('/login', {
        ...fields,
        code: index === 6 ? await codeOf(first, user) : '000000',
      });
      expect([index, response.status]).toEqual([index, status]);
      if (status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(600);
    }
    first.advance(15 * MINUTE_MS);
    const code = await codeOf(first, user);
    expect((await offices[0].browser().post('/login', { ...fields, code })).status).toBe(303);
  });

  it('stays closed after a reset of the password by mail', async () => {
    const user = await createStaff(api);
    await api.call(calls.forgotPassword, { body: { email: user.email } });
    const token = /\/reset\/(\S+)/.exec((await api.mails(user.email)).at(-1)?.body ?? '')?.[1] ?? '';
    const newPassword = 'chosen by a thief of the mailbox';
    await api.call(calls.resetPassword, { params: { token }, body: { newPassword } });
    expect((await tryLogIn(user, { password: newPassword, code: '' })).status).toBe(401);
    expect((await tryLogIn(user, { password: newPassword })).status).toBe(303);
    const mails = (await api.mails(user.email)).map(({ body }) => body).join('\n');
    expect(mails).not.toMatch(/\/enrol\/|\/demo\//);
  });

  it('keeps the shared secret encrypted, and writes no code or secret to the log', async () => {
    const user = await createStaff(api);
    const code = await freshCode(api, user);
    await tryLogIn(user, { code });
    const row = await api.deps.db.getRepository(AuthenticatorApps).findOneByOrFail({ userId: user.id });
    const plain = createSealing('authenticator apps', api.deps.env.secrets).open(
      row.secret,
      `user ${user.id}`,
    );
    expect(Secret.fromBase32(plain?.text ?? '').bytes).toHaveLength(20);
    expect(row.secret).not.toContain(plain?.text);
    // The row of one member opens nothing for another.
    expect(
      createSealing('authenticator apps', api.deps.env.secrets).open(row.secret, 'user 0'),
    ).toBeUndefined();
    expect(JSON.stringify(await api.securityEvents())).not.toContain(code);
  });
});

/** Makes a link for a member of staff at the page of another one. */
async function linkFor({ id }: User, by?: OfficeBrowser): Promise<string> {
  const browser = by ?? (await office.logIn());
  const { text } = await browser.post(`/staff/${id}/link`);
  return /\/enrol\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

/** What the page of a link gives to the member's app, and what the form sends back. */
async function openLink(link: string, browser = office.browser()) {
  const { text, status } = await browser.get(link);
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  const proposal = /name="proposal" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const newCode = secret && oneTimeCode(secret, api.deps.now().getTime());
  return { browser, text, status, secret, fields: { password: STAFF_PASSWORD, proposal, newCode } };
}

describe('a link to set up the login', () => {
  it('sets up the app with the password, logs in and works once', async () => {
    const user = await createStaff(api);
    await api.deps.db.getRepository(AuthenticatorApps).delete({ userId: user.id });
    const link = await linkFor(user);
    const { browser, text, secret, fields } = await openLink(link);
    expect(text).toMatch(/<svg [\s\S]*<\/svg>/);
    expect(text).toContain(`otpauth://totp/`);
    expect(text).toContain('autocomplete="one-time-code"');

    expect((await browser.post(link, fields)).location).toBe('/orders');
    expect((await browser.get('/orders')).status).toBe(200);
    const again = await office.browser().post(link, fields);
    expect([again.status, again.text.includes('no longer valid')]).toEqual([410, true]);
    expect((await office.browser().get(link)).status).toBe(410);
    // The code with which the app was set up is used up.
    expect(
      (await office.browser().post('/login', { ...fields, email: user.email, code: fields.newCode })).status,
    ).toBe(401);
    api.advance(MINUTE_MS);
    const code = oneTimeCode(secret, api.deps.now().getTime());
    expect((await office.browser().post('/login', { ...fields, email: user.email, code })).status).toBe(303);
  });

  it('is used by one of several simultaneous requests', async () => {
    const user = await createStaff(api);
    const link = await linkFor(user);
    const opened = await Promise.all([openLink(link), openLink(link), openLink(link)]);
    const responses = await Promise.all(opened.map(({ browser, fields }) => browser.post(link, fields)));
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
    expect(await sessionsOf(user)).toBe(1);
  });

  it('keeps the secret that was scanned when something is wrong, and changes nothing', async () => {
    const user = await createStaff(api);
    const link = await linkFor(user);
    const { browser, secret, fields } = await openLink(link);
    for (const wrong of [{ password: 'a guess' }, { newCode: '000000' }, { newCode: '' }, { password: '' }]) {
      const { status, text } = await browser.post(link, { ...fields, ...wrong });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(text.replaceAll(' ', '')).toContain(secret);
    }
    expect((await tryLogIn(user, {})).status).toBe(303);
    expect((await browser.post(link, fields)).location).toBe('/orders');
  });

  it('accepts no secret that another link proposed', async () => {
    const [user, other] = [await createStaff(api), await createStaff(api)];
    const foreign = await openLink(await linkFor(other));
    const link = await linkFor(user);
    const { browser, fields } = await openLink(link);
    const { proposal, newCode } = foreign.fields;
    expect((await browser.post(link, { ...fields, proposal, newCode })).status).toBe(410);
    expect((await browser.post(link, { ...fields, proposal: 'forged' })).status).toBe(410);
    expect((await browser.post(link, fields)).location).toBe('/orders');
  });

  it('ends with the next one, after a day, and with the role', async () => {
    const user = await createStaff(api);
    const member = await office.logIn();
    const first = await linkFor(user, member);
    const second = await linkFor(user, member);
    expect((await openLink(first)).status).toBe(410);
    expect((await openLink(second)).status).toBe(200);
    await member.post(`/staff/${user.id}/withdraw`);
    expect((await openLink(second)).status).toBe(410);

    const late = await linkFor(await createStaff(api), member);
    api.advance(24 * 60 * MINUTE_MS);
    expect((await openLink(late)).status).toBe(410);
    expect((await openLink('/enrol/x')).status).toBe(410);
  });

  it('ends the member’s sessions, app and passkeys, and is mailed and recorded', async () => {
    const before = await office.logIn();
    const { user } = before;
    const passkey = { userId: user.id, audience: 'office' as const, ordinal: 1, name: 'Lost phone' };
    const key = { credentialId: 'lost', publicKey: 'x', counter: 0, transports: [], backedUp: false };
    await api.deps.db
      .getRepository(Passkeys)
      .insert({ ...passkey, ...key, createdAt: api.deps.now(), lastUsedAt: null });
    const by = await office.logIn();
    const link = await linkFor(user, by);
    const code = await freshCode(api, user);
    const { browser, fields } = await openLink(link);
    await browser.post(link, fields);

    expect((await before.get('/orders')).status).toBe(303);
    expect(await api.deps.db.getRepository(Passkeys).countBy({ userId: user.id })).toBe(0);
    expect((await office.browser().post('/login', { ...fields, email: user.email, code })).status).toBe(401);
    expect((await api.mails(user.email)).map(({ kind }) => kind)).toEqual([
      'office-enrolment',
      'office-app-changed',
    ]);
    const events = await api.securityEvents();
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'enrolment-link', account: user.id, by: by.user.id }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'authenticator-app', result: 'success', account: user.id }),
    );
    expect(JSON.stringify(events)).not.toContain(link.slice('/enrol/'.length));
  });

  it('leaves no session of a login that raced with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await createStaff(api);
      const link = await linkFor(user);
      const { browser, fields } = await openLink(link);
      const [, enrolled] = await Promise.all([tryLogIn(user, {}), browser.post(link, fields)]);
      expect([enrolled.location, await sessionsOf(user)]).toEqual(['/orders', 1]);
    }
  });

  it('is given to other members of staff only', async () => {
    const member = await office.logIn();
    expect((await member.post(`/staff/${member.user.id}/link`)).status).toBe(403);
    expect((await member.post(`/staff/${(await createUser(api.deps)).id}/link`)).status).toBe(404);
    const links = await api.deps.db.getRepository(MailTokens).findBy({ userId: member.user.id });
    expect(links).toEqual([]);
  });
});

describe('another app', () => {
  it('replaces the present one, and ends the other sessions', async () => {
    const member = await office.logIn();
    const elsewhere = await office.logIn(member.user);
    const { fields } = await openLink('/authenticator', member);
    const wrong = await member.post('/authenticator', { ...fields, newCode: '000000' });
    expect([wrong.status, wrong.text.includes('not the code in the app')]).toEqual([400, true]);
    const before = await freshCode(api, member.user);
    expect((await member.post('/authenticator', fields)).location).toBe('/passkeys?done');
    expect((await member.get('/orders')).status).toBe(200);
    expect((await elsewhere.get('/orders')).status).toBe(303);
    expect(
      (
        await office
          .browser()
          .post('/login', { email: member.user.email, password: STAFF_PASSWORD, code: before })
      ).status,
    ).toBe(401);
  });

  it('needs password and present code a quarter of an hour after the login', async () => {
    const member = await office.logIn();
    api.advance(16 * MINUTE_MS);
    const { fields, text } = await openLink('/authenticator', member);
    expect(text).toContain('Your password');
    expect((await member.post('/authenticator', fields)).status).toBe(401);
    const { user } = member;
    const code = await freshCode(api, user);
    expect((await member.post('/authenticator', { ...fields, code })).location).toBe('/passkeys?done');
  });
});

it('a role that was withdrawn and granted again comes without its earlier app', async () => {
  const [member, other] = [await office.logIn(), await createStaff(api)];
  const fields = await logInFields(api, other);
  await member.post(`/staff/${other.id}/withdraw`);
  await member.post('/staff', { email: other.email });
  expect(await api.deps.db.getRepository(Staff).existsBy({ userId: other.id })).toBe(true);
  expect((await office.browser().post('/login', fields)).status).toBe(401);
});

describe('the link of npm start', () => {
  const linkOf = async (deps: TestApi['deps'], url: string) => {
    const env = { ...deps.env, officeOrigin: url };
    await deps.db.transaction((manager) => createDemoStaff(manager, env));
    return new URL(readFileSync(path.join(env.dataFolder, 'office-link'), 'utf8').trim()).pathname;
  };

  it('opens the office for the demo staff, for twelve hours and until the next start', async () => {
    const own = await startApi();
    const { url, browser } = await startOffice(own);
    const link = await linkOf(own.deps, url);
    for (const visitor of [browser(), browser()]) {
      expect((await visitor.get(link)).location).toBe('/');
      expect((await visitor.get('/orders')).text).toContain('Sam Staff');
    }
    const next = await linkOf(own.deps, url);
    expect((await browser().get(link)).status).toBe(410);
    own.advance(12 * 60 * MINUTE_MS);
    expect((await browser().get(next)).status).toBe(410);
  });

  it('opens nothing in production, and nothing for others', async () => {
    const own = await linkFor(await createStaff(api));
    expect((await office.browser().get(own.replace('enrol', 'demo'))).status).toBe(410);
    const live = await startApi({ env: liveEnvironment });
    const liveOffice = await startOffice(live);
    const link = await linkOf({ ...live.deps, env: { ...live.deps.env, production: false } }, liveOffice.url);
    expect((await liveOffice.browser().get(link)).location).toMatch(/^\/login\?/);
    await expect(createDemoStaff(live.deps.db.manager, live.deps.env)).rejects.toThrow(
      'no demo member of staff',
    );
  });
});

it('a rotation of APP_SECRET keeps every app, once the office has started with both secrets', async () => {
  const [old, renewed] = ['o'.repeat(32), 'n'.repeat(32)];
  const { deps } = await startApi({ env: { APP_SECRET: old } });
  const user = await createStaff({ ...api, deps });
  expect(await sealAgain(deps.db, { secrets: [renewed] })).toBe(1);
  expect(await sealAgain(deps.db, { secrets: [old, renewed] })).toBe(0);
  expect(await sealAgain(deps.db, { secrets: [renewed, old] })).toBe(0);
  const { secret } = await deps.db.getRepository(AuthenticatorApps).findOneByOrFail({ userId: user.id });
  expect(createSealing('authenticator apps', [renewed]).open(secret, `user ${user.id}`)?.isCurrent).toBe(
    true,
  );
  expect(createSealing('authenticator apps', [old]).open(secret, `user ${user.id}`)).toBeUndefined();
});
