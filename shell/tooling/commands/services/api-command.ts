import { readCredentials } from '../../../platform/hosting/credentials';
import { hasCompiler, sourceScript, streamNode } from '../../../packages/node/node';
import { main } from '../../../packages/node/processes';
import { readCommandLine } from '../command-line.mjs';
import { apiEnvironment, apiScript } from './api';

/**
 * Ends with the script's exit code.
 * @param name below `api/src/roles`.
 * @param roleFor the role whose rights it gets.
 */
export function runApiCommand(name: string, roleFor: (subcommand: string | undefined) => 'jobs' | 'prepare') {
  main(async () => {
    const { subcommand } = readCommandLine(name);
    const args = process.argv.slice(2);
    const role = roleFor(subcommand);
    Object.assign(process.env, readCredentials([role], process.env));
    const environment = apiEnvironment([role], process.env);
    const script = hasCompiler()
      ? sourceScript(`api/src/roles/${name}.ts`)
      : apiScript(`src/roles/${name}.js`);
    const print = (text: string) => void process.stdout.write(text);
    // Relative paths start where the command was typed, although the API's process starts in the project's
    // folder.
    const typedIn = process.env.INIT_CWD ?? process.cwd();
    const { code } = await streamNode([...script, ...args], print, { ...environment, INIT_CWD: typedIn });
    process.exit(code);
  });
}
