import { z } from 'zod';
import type { ReleaseName } from '../../formats/release-set';
import { matches, parseJson } from '../../formats/parse-json';
import type { Registry } from '../../formats/registry';
import { signatureSchema } from '../../formats/registry-schema';
import { keysOf, requireTrustedKey } from '../../store/keys/local-keys';
import { isSigned, signText } from '../../store/keys/signature';
import { readVerifiedRegistry, chainEntries } from '../../store/registry-history';
import { releasesOf } from '../../store/registry-status';
import { type StoreAccess, storeOf } from '../../store/require-published';
import { UserError } from '../../../packages/node/user-error';
import { abortCanary, type ChangeResult, rollbackApp } from './changes';

/** A team's request to take its own release out of service. The watcher, which holds the operators' key, carries it out. */
const withdrawalSchema = z.object({
  app: z.string(),
  version: z.string(),
  /** The registry's revision when it was signed: once the app has changed again, the request has no effect. */
  revision: z.int().nonnegative(),
  why: z.string().min(1).max(500),
});

// The request is validated after its signature.
const requestFile = signatureSchema.extend({ withdrawal: z.unknown() });

const fileOf = (app: string) => `withdrawals/${app}.json`;

/**
 * Signs a request with the team's key and writes it into the store.
 * @returns the release's place in the registry.
 * @throws UserError when the release is neither a canary nor live, or another process writes a request at the same time.
 */
export async function requestWithdrawal({
  app,
  version,
  why,
  ...access
}: ReleaseName & StoreAccess & { readonly why: string }): Promise<'canary' | 'live'> {
  const { storage, keys } = storeOf(access);
  await requireTrustedKey(app, keys);
  const { registry } = await readVerifiedRegistry(storage, keys);
  const slot = slotOf(registry, { app, version });
  if (!slot) throw new UserError(`${app}@${version} is neither live nor a canary.`);
  const withdrawal = { app, version, revision: registry.revision, why };
  if (!matches(withdrawal, withdrawalSchema)) {
    throw new UserError('A withdrawal needs a reason of at most 500 characters. Add --reason.');
  }
  const signed = { withdrawal, ...signText(JSON.stringify(withdrawal), await keys.privateKey(app)) };
  const tag = (await storage.read(fileOf(app)))?.tag;
  if (await storage.replace(fileOf(app), Buffer.from(`${JSON.stringify(signed)}\n`), tag)) return slot;
  throw new UserError(`Another process withdraws a release of ${app} at the same time. Try again.`);
}

export async function isInService(release: ReleaseName, { storage, keys }: StoreAccess = {}) {
  return slotOf((await readVerifiedRegistry(storage, keys)).registry, release) !== undefined;
}

function slotOf(registry: Registry, { app, version }: ReleaseName): 'canary' | 'live' | undefined {
  const { canary, live } = releasesOf(registry, app) ?? {};
  if (canary?.version === version) return 'canary';
  return live === version ? 'live' : undefined;
}

/**
 * Carries out a team's request, if it has an effect: ends its canary, or makes its previous release live. A
 * team cannot go back to even older releases.
 * @param who the author of the change.
 * @throws UserError when the request is not signed by the app's team, or asks for an older release.
 */
export async function applyWithdrawal(
  app: string,
  { who, ...access }: StoreAccess & { readonly who: string },
): Promise<ChangeResult | undefined> {
  const { storage, keys } = storeOf(access);
  const stored = await storage.read(fileOf(app));
  if (!stored) return undefined;
  const request = parseJson(stored.bytes, requestFile);
  const withdrawal = request?.withdrawal;
  const team = keysOf(await keys.trust(), app);
  if (!request || !isSigned(withdrawal, request, team)) {
    throw new UserError(`${fileOf(app)} is refused: it is not signed with a trusted key of ${app}.`);
  }
  if (!matches(withdrawal, withdrawalSchema) || withdrawal.app !== app) {
    throw new UserError(`${fileOf(app)} is refused: it is not a request to withdraw a release of ${app}.`);
  }
  const { version, why, revision } = withdrawal;
  const { registry } = await readVerifiedRegistry(storage, keys);
  const slot = slotOf(registry, { app, version });
  if (!slot || revision < (registry.since?.[app] ?? registry.revision)) return undefined;
  const change = { app, storage, keys, who, why, ifRevision: registry.revision };
  if (slot === 'canary') return abortCanary({ ...change, ifCanary: version });
  if (await wasRolledBack(app, { storage, keys })) {
    throw new UserError(
      `${app}@${version} is not withdrawn: it is live because of a rollback. The operators can roll back again.`,
    );
  }
  return rollbackApp({ ...change, ifLive: version });
}

async function wasRolledBack(app: string, { storage, keys }: Required<StoreAccess>): Promise<boolean> {
  for await (const { entry } of chainEntries(storage, keys, { app })) {
    const change = entry.changes.find(
      (change) => change.app === app && (change.what === 'promote' || change.what === 'rollback'),
    );
    if (change) return change.what === 'rollback';
  }
  return false;
}
