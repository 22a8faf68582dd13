import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../packages/node/user-error';
import { mayHaveSecret, type Role } from './roles';

/**
 * Reads secrets from the files of `CREDENTIALS_DIRECTORY`: systemd sets it for `LoadCredential=`
 * (systemd.exec(5)), and containers mount one.
 * @returns those that the environment lacks. An empty file counts as absent.
 * @throws UserError when the folder or a file cannot be read.
 */
export function readCredentials(
  roles: readonly Role[],
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const folder = environment.CREDENTIALS_DIRECTORY;
  if (!folder) return {};
  try {
    return Object.fromEntries(
      readdirSync(folder).flatMap((file) => {
        // The units load a folder of secrets as `isa`, and systemd begins the name of each file with that.
        const name = file.replace(/^isa_/, '');
        if (!mayHaveSecret(roles, name) || environment[name]) return [];
        // Editors end a file with a line break.
        const value = readFileSync(path.join(folder, file), 'utf8').trimEnd();
        return value ? [[name, value]] : [];
      }),
    );
  } catch (error) {
    // The message of a system error contains the file's name and nothing of its content.
    throw new UserError(`The secrets in CREDENTIALS_DIRECTORY cannot be read: ${String(error)}.`);
  }
}
