import { startApi, type TestApi } from '../../testing/api';
import { createUser } from '../../testing/factories';
import { calls, emailKey } from '@isa/api-contract';
import { accountsOf, canonicaliseAddresses } from './canonical-addresses';
import { NewsletterSignups, Orders, Users } from './entities';
import { containsWords, fillSearchTexts } from './search-texts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const users = () => api.deps.db.getRepository(Users);

/** An account as an earlier release has written it: the key was the typed address in NFKC and lower case. */
const earlier = (email: string, emailVerifiedAt: Date | null = null, password?: string) =>
  createUser(api.deps, {
    email,
    emailKey: email.trim().normalize('NFKC').toLowerCase(),
    emailVerifiedAt,
    searchText: null,
    ...(password !== undefined && { password }),
  });

const canonicalise = () => canonicaliseAddresses(api.deps.db.manager);
const keyOf = async (id: number) => (await users().findOneByOrFail({ id })).emailKey;

test('an account is found by its address in either form of the domain', async () => {
  const { id } = await earlier('Jo@Bücher.example');
  await canonicalise();
  expect(await users().findOneByOrFail({ id })).toMatchObject({
    email: 'Jo@xn--bcher-kva.example',
    emailKey: 'jo@xn--bcher-kva.example',
  });
  for (const typed of ['jo@bücher.example', 'JO@XN--BCHER-KVA.example']) {
    expect(await accountsOf(api.deps.db.manager, typed)).toMatchObject([{ id }]);
  }
});

describe('two accounts of one mailbox', () => {
  test('both stay, the confirmed one with the key, and each logs in with its own password', async () => {
    const first = await earlier('jo@bücher.example', null, 'the first long secret');
    const second = await earlier('jo@xn--bcher-kva.example', api.deps.now(), 'the second long secret');
    await canonicalise();

    expect(await keyOf(second.id)).toBe('jo@xn--bcher-kva.example');
    expect(await keyOf(first.id)).toBe('jo@xn--bcher-kva.example 2');
    const sessionOf = async (email: string, password: string) => {
      const { body } = await api.call(calls.login, { body: { email, password } });
      const { body: taken } = await api.call(calls.takeUser, { body: { token: body.token } });
      return Number(taken.account.split('-')[0]);
    };
    for (const email of ['jo@bücher.example', 'Jo@xn--bcher-kva.example']) {
      expect(await sessionOf(email, 'the first long secret')).toBe(first.id);
      expect(await sessionOf(email, 'the second long secret')).toBe(second.id);
    }
    const wrong = { email: 'jo@bücher.example', password: 'another long secret' };
    expect((await api.refuse(calls.login, { body: wrong })).body.id).toBe('invalid-credentials');
  });

  test('each gets a link to reset its password, and the mailbox gets no third account', async () => {
    await earlier('jo@bücher.example');
    await earlier('jo@xn--bcher-kva.example');
    await canonicalise();

    await api.call(calls.forgotPassword, { body: { email: 'jo@bücher.example' } });
    const links = (await api.mails('jo@xn--bcher-kva.example')).map(
      ({ body }) => /\/reset\/(\S+)/.exec(body)?.[1],
    );
    expect(new Set(links).size).toBe(2);

    const names = { username: 'johanna', name: 'Johanna Blum', password: 'correct horse battery' };
    for (const email of ['jo@bücher.example', 'jo@xn--bcher-kva.example']) {
      const refused = await api.refuse(calls.signup, { body: { ...names, email } });
      expect(refused.body.id).toBe('already-registered');
    }
  });
});

describe('an account with full-width letters', () => {
  test('frees the address that it occupied, unless it was confirmed', async () => {
    const squatter = await earlier('ｖictim@example.org');
    await canonicalise();
    expect(await keyOf(squatter.id)).toBe(emailKey('ｖictim@example.org'));
    const body = { username: 'victim', name: 'Vic Tim', password: 'correct horse battery' };
    await api.call(calls.signup, { body: { ...body, email: 'victim@example.org' } });
  });

  test('keeps the address that its owner has confirmed', async () => {
    const { id } = await earlier('ｊo@example.org', api.deps.now());
    await canonicalise();
    expect(await users().findOneByOrFail({ id })).toMatchObject({
      email: 'jo@example.org',
      emailKey: 'jo@example.org',
    });
  });
});

test('an order without an account is attached by either form of the address', async () => {
  const { db, now } = api.deps;
  const guest = {
    status: 'captured',
    requestId: 'r',
    currency: 'GBP',
    createdAt: now(),
    updatedAt: now(),
  } as const;
  const money = { subtotal: 0, shipping: 0, total: 0, vat: 0, refunded: 0, refunding: 0 } as const;
  const address = { buyerEmail: 'Jo@bücher.example', buyerEmailKey: 'jo@bücher.example' };
  await db.getRepository(Orders).insert({ ...guest, ...money, ...address });
  await canonicalise();
  expect(await db.getRepository(Orders).findOneByOrFail({})).toMatchObject({
    buyerEmail: 'Jo@xn--bcher-kva.example',
    buyerEmailKey: emailKey('jo@bücher.example'),
  });
});

test('links of newsletters that were sent before still end the subscription', async () => {
  const { db, env, now } = api.deps;
  const signups = db.getRepository(NewsletterSignups);
  const before = { email: 'jo@bücher.example', emailKey: 'jo@bücher.example' };
  const at = { requestedAt: now(), confirmedAt: now(), tokenHash: null, heldAt: null, searchText: null };
  const { id } = await signups.save({ ...before, ...at });
  const { unsubscribeUrl } = await import('../features/enquiries/enquiries');
  const link = new URL(unsubscribeUrl({ id, emailKey: before.emailKey }, env));
  await canonicalise();
  expect(await signups.findOneByOrFail({ id })).toMatchObject({ emailKey: 'jo@xn--bcher-kva.example' });

  expect((await api.fetch(link.pathname + link.search, { method: 'POST' })).status).toBe(200);
  expect(await signups.countBy({ id })).toBe(0);
});

test('repeating it after a stop in the middle has the same result', async () => {
  const { id } = await earlier('jo@bücher.example', api.deps.now());
  const other = await earlier('jo@xn--bcher-kva.example');
  await users().update({ id }, { emailKey: `changing ${id}` });
  await canonicalise();
  await canonicalise();
  expect([await keyOf(id), await keyOf(other.id)]).toEqual([
    'jo@xn--bcher-kva.example',
    'jo@xn--bcher-kva.example 2',
  ]);
});

describe('a search', () => {
  const find = async (search: string) => {
    const query = users().createQueryBuilder('u');
    return (await query.where(containsWords(query, search)).getMany()).map(({ name }) => name);
  };

  test.each([
    ['Élodie Østergård', ['ÉLODIE', 'elodie ostergard', 'Østergård  Élodie', 'ØSTERGÅRD', 'oster']],
    ['Jörg Strauß', ['STRAUSS', 'strauß', 'jorg']],
    ['Łukasz İnce', ['lukasz', 'INCE', 'ince']],
    ['Ｋａｎａ Co', ['kana', 'KANA co']],
    ['Ада Лавлейс', ['АДА', 'лавлеис', 'лавлейс']],
    ['Σοφία Νίκος', ['ΣΟΦΙΑ', 'νικοσ', 'ΝΊΚΟΣ']],
    ['Róisín O’Hara', ["o'hara", 'OHARA', 'O’HARA', 'roisin']],
  ])('finds %s by %j', async (name, searches) => {
    await createUser(api.deps, { name });
    for (const search of searches) expect([search, await find(search)]).toEqual([search, [name]]);
    for (const search of ['nobody', '%', '_', '!', "'"])
      expect([search, await find(search)]).toEqual([search, []]);
  });

  test('finds an address by its domain as people write it, and rows that an earlier release has written', async () => {
    const { name } = await earlier('jo@xn--bcher-kva.example');
    expect(await find('bücher')).toEqual([]);
    await fillSearchTexts(api.deps.db.manager);
    for (const search of ['bücher', 'BUCHER.example', 'xn--bcher-kva', 'jo@bücher.example']) {
      expect([search, await find(search)]).toEqual([search, [name]]);
    }
  });
});
