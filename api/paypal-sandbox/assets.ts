import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Browser files are served from the sources: the folder beside this file, or beside the build's root. */
const folder = [join(__dirname, 'browser'), join(__dirname, '../../paypal-sandbox/browser')].find(existsSync);

export function readAsset(name: 'sdk.js' | 'buyer.js' | 'buyer.css'): string {
  if (!folder) throw new Error('The folder with the browser files of the payment sandbox is missing.');
  return readFileSync(join(folder, name), 'utf8');
}
