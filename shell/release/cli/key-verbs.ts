import type { Command } from 'commander';
import { remoteNames } from '../../tools/folders';
import { UserError } from '../../tools/user-error';
import { makeKeys, ownKeys, REGISTRY, revokeKey, trustKey } from '../../store/keys/keys';
import { keysFolder, trustFile } from '../../tools/locations';
import { readVerifiedRegistry } from '../../store/registry-log';
import { readVerifiedRelease } from '../../store/release-file';
import { ownStorage } from '../../store/storage/own';
import { partsInService } from '../../store/registry-status';
import { type CommonOptions, report, table } from './output';

const OWNER = 'shell, a remote such as shop, or registry for the operators';

/** keygen, keys, trust and revoke. */
export function addKeyVerbs(program: Command): void {
  program
    .command('keygen')
    .argument('<owner>', OWNER)
    .summary('make a key that signs releases, or the registry')
    .description(
      'Makes an Ed25519 pair of keys. A team signs its releases with its own; the operators sign the registry.',
    )
    .option('--rotate', 'make another beside the present one, which stays trusted until it is revoked')
    .addHelpText(
      'after',
      `
The private key is kept in ${keysFolder}/<owner>.key.pem, readable by you alone. Elsewhere, such as in a
pipeline, it can come from the environment instead: RELEASE_KEY_SHOP holds the file's text.
The public key is added to ${trustFile}: give it to whoever checks releases.

Examples:
  npm run release -- keygen shop             the shop's first key
  npm run release -- keygen registry --rotate   a new key for the operators; compose the pages, promote, then revoke the old one`,
    )
    .action(async (owner: string, options: { readonly rotate?: boolean }, command: Command) => {
      requireOwner(owner);
      const common = command.optsWithGlobals<CommonOptions>();
      if (common.dryRun) {
        return report(
          common,
          { owner, made: false },
          () => `A key of ${owner} would be made in ${keysFolder}.`,
        );
      }
      const made = await makeKeys(owner, { replace: options.rotate ?? false });
      report(common, { owner, ...made }, () => [
        `${owner} has the key ${made.id}.`,
        `  private  ${made.file}   (keep it; nobody else needs it)`,
        `  public   ${made.key}   (trusted in ${trustFile})`,
      ]);
    });

  program
    .command('keys')
    .summary('list the keys that are trusted')
    .description('Lists the public keys that are trusted, and says whose private keys are on this machine.')
    .action(async (_options: unknown, command: Command) => {
      const trust = await ownKeys.trust();
      const owners = await Promise.all(
        Object.entries(trust).map(async ([owner, keys]) => ({
          owner,
          keys,
          signsHere: await signsHere(owner),
        })),
      );
      report(command.optsWithGlobals(), owners, () => [
        `Trusted in ${trustFile}:`,
        ...table(
          owners.flatMap(({ owner, keys, signsHere: here }) =>
            keys.map(({ id, since, key }) => [
              `  ${owner}`,
              id,
              since.slice(0, 10),
              key,
              here ? 'signs here' : '',
            ]),
          ),
        ),
      ]);
    });

  program
    .command('trust')
    .argument('<owner>', OWNER)
    .argument('<public-key>', '32 bytes, base64, as keygen and keys print it')
    .summary('trust a key that was made elsewhere')
    .description('Adds a public key to those that are trusted on this machine.')
    .action(async (owner: string, key: string, _options: unknown, command: Command) => {
      requireOwner(owner);
      const added = await trustKey(owner, key);
      report(command.optsWithGlobals(), { owner, ...added }, () => `${owner}'s key ${added.id} is trusted.`);
    });

  program
    .command('revoke')
    .argument('<owner>', OWNER)
    .argument('<key-id>', 'as keys lists it')
    .summary('trust a key no longer')
    .description(
      'Trusts a key no longer. Refused while something in service is signed with it, and for the last key of an owner.',
    )
    .option('--force', 'also when something in service is signed with it; that part of the site will fail')
    .action(async (owner: string, id: string, options: { readonly force?: boolean }, command: Command) => {
      requireOwner(owner);
      if (!options.force) await requireUnused(owner, id);
      await revokeKey(owner, id);
      report(command.optsWithGlobals(), { owner, id }, () => `${owner}'s key ${id} is trusted no longer.`);
    });
}

function requireOwner(owner: string): void {
  const owners = [REGISTRY, 'shell', ...remoteNames()];
  if (!owners.includes(owner)) {
    throw new UserError(`Nobody is called "${owner}"; there are ${owners.join(', ')}.`);
  }
}

async function signsHere(owner: string): Promise<boolean> {
  return ownKeys.privateKey(owner).then(
    () => true,
    () => false,
  );
}

/** @throws UserError when the registry, or a release that is in service, could not be believed afterwards. */
async function requireUnused(owner: string, id: string): Promise<void> {
  const storage = ownStorage();
  const signed = await readVerifiedRegistry(storage).catch(() => undefined);
  if (!signed) return;
  const add = 'Add --force if that is what you want.';
  if (owner === REGISTRY && signed.key === id) {
    throw new UserError(`The registry in force is signed with ${id}: promote something first. ${add}`);
  }
  const trust = await ownKeys.trust();
  const without = { ...trust, [owner]: (trust[owner] ?? []).filter((key) => key.id !== id) };
  const keys = { ...ownKeys, trust: async () => without };
  for (const { part, version } of partsInService(signed.registry)) {
    if (part !== owner) continue;
    await readVerifiedRelease(storage, part, version, keys).catch(() => {
      throw new UserError(`${part}@${version} is in service and signed with ${id}. ${add}`);
    });
  }
}
