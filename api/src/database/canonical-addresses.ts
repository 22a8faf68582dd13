import { emailAddress, emailKey } from '@isa/api-contract';
import { type EntityManager, type EntitySchema, In } from 'typeorm';
import type { KeyedRow } from './change-row';
import { ContactMessages, NewsletterSignups, Orders, type User, Users } from './entities';

/** How many accounts of one mailbox are found by its address. */
const MAX_ACCOUNTS = 8;

/**
 * The keys of the accounts of one mailbox. An address has one account, but before addresses had one form the same
 * mailbox could have several: `jo@bücher.example` and `jo@xn--bcher-kva.example`. None of them may be lost or merged, so
 * the others got the same key with a number, and a login or a reset finds them all.
 */
function accountKeys(email: string): readonly string[] {
  const key = emailKey(email);
  return [key, ...Array.from({ length: MAX_ACCOUNTS - 1 }, (_, at) => numbered(key, at + 2))];
}

/** The accounts of a mailbox, usually one. The one that has the key itself comes first. */
export function accountsOf(manager: EntityManager, email: string): Promise<User[]> {
  return manager.find(Users, { where: { emailKey: In(accountKeys(email)) }, order: { emailKey: 'ASC' } });
}

/** A space is in no address. */
const numbered = (key: string, number: number) => `${key} ${number}`;

type Address = Pick<User, 'id' | 'email' | 'emailKey'>;

/**
 * Brings all stored addresses into the form of `emailAddress`. It can be repeated, because the keys are derived from the
 * addresses alone.
 */
export async function canonicaliseAddresses(manager: EntityManager): Promise<void> {
  const users = await readAll(manager, Users, ['email', 'emailKey', 'emailVerifiedAt']);
  const [confirmed, unconfirmed] = partition(users, ({ emailVerifiedAt }) => emailVerifiedAt !== null);
  // An input method can type full-width letters. The mail to such an address was delivered to the one without them.
  const delivered = confirmed.map((user) => ({ ...user, mailed: user.email.normalize('NFKC') }));
  await rewrite(manager, Users, [...delivered, ...unconfirmed]);

  const signups = await readAll(manager, NewsletterSignups, ['email', 'emailKey', 'confirmedAt']);
  const [readers, others] = partition(signups, ({ confirmedAt }) => confirmedAt !== null);
  await rewrite(manager, NewsletterSignups, [...readers, ...others]);

  for (const message of await readAll(manager, ContactMessages, ['email', 'emailKey'])) {
    const after = stored(message.email);
    if (differs(message, after)) await manager.update(ContactMessages, { id: message.id }, after);
  }
  for (const { id, buyerEmail, buyerEmailKey } of await readAll(manager, Orders, [
    'buyerEmail',
    'buyerEmailKey',
  ])) {
    const after = payerAddress(buyerEmail);
    if (after.buyerEmail !== buyerEmail || after.buyerEmailKey !== buyerEmailKey)
      await manager.update(Orders, { id }, after);
  }
}

/** The address of a payment, which the provider has checked. An invalid one attaches the order to no account. */
export function payerAddress(given: string | null | undefined) {
  const address = given ? emailAddress(given) : undefined;
  return {
    buyerEmail: address ?? given?.slice(0, 254) ?? null,
    buyerEmailKey: address === undefined ? null : emailKey(address),
  };
}

const stored = (email: string) => ({
  email: emailAddress(email) ?? email,
  emailKey: emailKey(email).slice(0, 254),
});

const differs = (before: Address, after: Omit<Address, 'id'>) =>
  before.email !== after.email || before.emailKey !== after.emailKey;

/** @param rows in the order in which they get the key of a mailbox: the confirmed ones first, then the oldest. */
async function rewrite(
  manager: EntityManager,
  table: typeof Users | typeof NewsletterSignups,
  rows: readonly (Address & { readonly mailed?: string })[],
): Promise<void> {
  const taken = new Set<string>();
  const changes = rows.flatMap((row) => {
    const { email, emailKey: key } = stored(row.mailed ?? row.email);
    let free = key;
    for (let number = 2; taken.has(free); number += 1) free = numbered(key, number);
    taken.add(free);
    const after = { email, emailKey: free };
    return differs(row, after) ? [{ id: row.id, after }] : [];
  });
  // The key of a row may belong to another one until that is changed.
  for (const { id } of changes) await manager.update(table, { id }, { emailKey: `changing ${id}` });
  for (const { id, after } of changes) await manager.update(table, { id }, after);
}

function partition<Row>(rows: readonly Row[], test: (row: Row) => boolean): [Row[], Row[]] {
  return [rows.filter(test), rows.filter((row) => !test(row))];
}

const BATCH = 5_000;

/** Reads columns of all rows by their age. A migration must not read columns that later ones add. */
async function readAll<Row extends KeyedRow, Name extends keyof Row & string>(
  manager: EntityManager,
  table: EntitySchema<Row>,
  columns: readonly Name[],
): Promise<readonly Pick<Row, Name | 'id'>[]> {
  const rows: Row[] = [];
  let found: Row[];
  do {
    found = await manager
      .createQueryBuilder(table, 'row')
      .select(['row.id', ...columns.map((column) => `row.${column}`)])
      .where('row.id > :last', { last: rows.at(-1)?.id ?? 0 })
      .orderBy('row.id')
      .limit(BATCH)
      .getMany();
    rows.push(...found);
  } while (found.length === BATCH);
  return rows;
}
