import type { Command } from 'commander';
import {
  CHECK_OWNER,
  generateKeys,
  localKeys,
  PREVIEW_OWNER,
  REGISTRY_OWNER,
  revokeKey,
  trustKey,
} from '../../store/keys/local-keys';
import { readVerifiedRegistry } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { readVerifiedRelease } from '../../store/releases';
import { publicKeyOf } from '../../store/keys/signature';
import { defaultStorage } from '../../store/storage/default-storage';
import { appNames } from '../../../packages/node/folders';
import { keysFolder, trustFile } from '../../store/locations';
import { UserError } from '../../../packages/node/user-error';
import { commonOptions, parseApp, printResult, textTable } from './output';

const OWNER = 'shell, a remote such as shop, or registry, check or preview for the operators';

export function addKeyCommands(program: Command): void {
  program
    .command('keygen')
    .argument('<owner>', OWNER)
    .summary('generate a key that signs releases or the registry')
    .description(
      'Generates an Ed25519 key pair. Each team signs its releases with its own key; the operators sign the registry.',
    )
    .option('--rotate', 'generate another key; the present one stays trusted until it is revoked')
    .addHelpText(
      'after',
      `
The private key is written to ${keysFolder}/<owner>.key.pem, readable by you alone. Elsewhere, for example in a
pipeline, it can come from the environment instead: RELEASE_KEY_SHOP contains the file's text.
The public key is added to ${trustFile}: copy it to every machine that verifies releases.

Examples:
  npm run release -- keygen shop                the first key of the shop
  npm run release -- keygen registry --rotate   a new key for the operators; build the pages, promote, then revoke the old one`,
    )
    .action(async (owner: string, { rotate = false }: { readonly rotate?: boolean }) => {
      const owners = [...appNames(), REGISTRY_OWNER, CHECK_OWNER, PREVIEW_OWNER];
      if (!owners.includes(owner)) {
        throw new UserError(`Unknown key owner: ${owner}. Known: ${owners.join(', ')}.`);
      }
      if (commonOptions(program).dryRun) {
        const result = { owner, made: false };
        return printResult(program, result, () => `A key of ${owner} would be written to ${keysFolder}.`);
      }
      const made = await generateKeys(owner, { replace: rotate });
      printResult(program, { owner, ...made }, () => [
        `${owner} has the new key ${made.id}.`,
        `  private  ${made.file}   (keep it secret)`,
        `  public   ${made.key}   (trusted in ${trustFile})`,
      ]);
    });

  program
    .command('keys')
    .summary('list the trusted keys')
    .description('Lists the trusted public keys, and shows which private keys are on this machine.')
    .addHelpText('after', '\nExample:\n  npm run release -- keys')
    .action(async () => {
      const owners = await Promise.all(
        Object.entries(await localKeys.trust()).map(async ([owner, keys]) => ({
          owner,
          keys,
          signsWith: await localKeys.privateKey(owner).then(
            (key) => publicKeyOf(key).id,
            () => undefined,
          ),
        })),
      );
      printResult(program, owners, () => [
        `Trusted in ${trustFile}:`,
        ...textTable(
          owners.flatMap(({ owner, keys, signsWith }) =>
            keys.map(({ id, since, key }) => [
              `  ${owner}`,
              id,
              since.slice(0, 10),
              key,
              id === signsWith ? 'private key here' : '',
            ]),
          ),
        ),
      ]);
    });

  program
    .command('trust')
    .argument('<owner>', OWNER)
    .argument('<public-key>', '32 bytes in base64, as keygen and keys print it')
    .summary('trust a key that was generated elsewhere')
    .description(
      'Adds a public key to the keys that this machine trusts. The owner may be a remote of another repository.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  npm run release -- trust shop N2vn01iJroxYN06lXE3zl8z2OHgKI+63oTkiWxz0T2A=',
    )
    .action(async (owner: string, key: string) => {
      const added = await trustKey(parseApp(owner), key);
      printResult(program, { owner, ...added }, () => `The key ${added.id} of ${owner} is trusted.`);
    });

  program
    .command('revoke')
    .argument('<owner>', OWNER)
    .argument('<key-id>', 'as keys lists it')
    .summary('stop trusting a key')
    .description(
      'Removes a key from the trusted keys. Rejected while anything in service is signed with it, and for the last key of an owner.',
    )
    .option('--force', 'also when anything in service is signed with it, which then stops working')
    .addHelpText('after', '\nExample:\n  npm run release -- revoke shop 3f9c2a71d0b4e586')
    .action(async (owner: string, id: string, options: { readonly force?: boolean }) => {
      parseApp(owner);
      if (!options.force) await requireUnused(owner, id);
      await revokeKey(owner, id);
      printResult(program, { owner, id }, () => `The key ${id} of ${owner} is no longer trusted.`);
    });
}

/** @throws UserError when the registry or a release in service could not be verified without the key. */
async function requireUnused(owner: string, id: string): Promise<void> {
  const storage = defaultStorage();
  const signed = await readVerifiedRegistry(storage).catch(() => undefined);
  if (!signed) return;
  const hint = 'To revoke it anyway, add --force.';
  if (owner === REGISTRY_OWNER && signed.key === id) {
    throw new UserError(
      `The registry in force is signed with ${id}. Promote a release first, which signs it with another key. ${hint}`,
    );
  }
  const trust = await localKeys.trust();
  const without = { ...trust, [owner]: (trust[owner] ?? []).filter((key) => key.id !== id) };
  const keys = { ...localKeys, trust: async () => without };
  for (const { app, version } of releasesInService(signed.registry)) {
    if (app !== owner) continue;
    await readVerifiedRelease(storage, app, version, keys).catch(() => {
      throw new UserError(`${app}@${version} is in service and signed with ${id}. ${hint}`);
    });
  }
}
