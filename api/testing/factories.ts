import { emailKey } from '@isa/api-contract';
import { type User, Users } from '../src/database/entities';
import type { Deps } from '../src/deps';

let count = 0;

/** A customer, saved. The password is `correct horse` and its hash is only made when it is asked for. */
export async function createUser(
  deps: Deps,
  { password, ...overrides }: Partial<Omit<User, 'id'>> & { readonly password?: string } = {},
): Promise<User> {
  count += 1;
  const email = overrides.email ?? `customer-${count}@example.org`;
  return deps.db.getRepository(Users).save({
    username: 'customer',
    name: 'Cora Customer',
    email,
    emailKey: emailKey(email),
    passwordHash: password === undefined ? 'no password fits this' : await deps.passwords.hash(password),
    emailVerifiedAt: null,
    createdAt: deps.now(),
    ...overrides,
  });
}

export interface SignedIn {
  readonly user: User;
  readonly token: string;
  /** Headers as the site's own pages send them: the cookie, and proof of where the request comes from. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A customer with a session. */
export async function signIn(deps: Deps, user?: User): Promise<SignedIn> {
  const owner = user ?? (await createUser(deps));
  const { token } = await deps.sessions.start(owner.id, 'test');
  return {
    user: owner,
    token,
    headers: { Cookie: `token=${token}`, Origin: deps.env.siteOrigin },
  };
}
