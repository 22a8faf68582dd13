import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../node/folders';
import { withoutSite } from './site-environment';

/** Every variable in the tables of the documentation. */
const configured = [
  ...readFileSync(path.join(root, 'shell/docs/configuration.md'), 'utf8').matchAll(/`([A-Z][A-Z0-9_]{2,})`/g),
].map(([, name = '']) => name);

test('removes every variable that configures the real site', () => {
  expect(configured).toEqual(expect.arrayContaining(['DATABASE_URL', 'SITE_FOLDER', 'RELEASE_TRUST']));
  const names = [...configured, 'RELEASE_KEY_REGISTRY', 'AWS_SESSION_TOKEN', 'NODE_OPTIONS'];
  const left = withoutSite(Object.fromEntries(names.map((name) => [name, 'of the real site'])));
  expect(Object.keys(left).sort()).toEqual([
    'CHROMIUM_PATH',
    'DEBUG_SITE',
    'JOURNEYS_PORT',
    'NODE_EXTRA_CA_CERTS',
  ]);
});

test('retains the variables of the machine', () => {
  const machine = { PATH: '/usr/bin', HOME: '/home/ada', LC_ALL: 'en_GB.UTF-8' };
  expect(withoutSite(machine)).toEqual(machine);
});
