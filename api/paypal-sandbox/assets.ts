import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Scripts and styles for browsers are shipped as they are: beside this file, or in the sources beside a build. */
const folder = [join(__dirname, 'browser'), join(__dirname, '../../paypal-sandbox/browser')].find(existsSync);

export function readAsset(name: 'sdk.js' | 'buyer.js' | 'buyer.css'): string {
  if (!folder) throw new Error('The payment sandbox does not find its folder of browser files.');
  return readFileSync(join(folder, name), 'utf8');
}
