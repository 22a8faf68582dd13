import { readCredentials } from '../hosting/credentials';
import { hasCompiler, sourceScript, streamNode } from '../tools/node';
import { main } from '../tools/processes';
import { apiEnvironment, apiScript } from './services/api';

/**
 * `npm run backup -- create|binlog|restore|reconcile`: copies the database, restores it and brings it up to date. All but
 * reconcile get only the database; reconcile reads PayPal's records and writes mails into the outbox.
 */
main(async () => {
  const args = process.argv.slice(2);
  const role = args[0] === 'reconcile' ? 'jobs' : 'prepare';
  Object.assign(process.env, readCredentials([role], process.env));
  const environment = await apiEnvironment([role], process.env);
  const script = hasCompiler() ? sourceScript('api/src/roles/backup.ts') : apiScript('src/roles/backup.js');
  const print = (text: string) => void process.stdout.write(text);
  // Relative paths start where the command was typed; the API's process starts in the project's folder.
  const typedIn = process.env.INIT_CWD ?? process.cwd();
  const { code } = await streamNode([...script, ...args], print, { ...environment, INIT_CWD: typedIn });
  process.exit(code);
});
