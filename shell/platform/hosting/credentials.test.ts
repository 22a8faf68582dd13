import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '../../../api/testing/test-folder';
import { readCredentials } from './credentials';

let folder: string;
beforeEach(async () => {
  folder = testFolder();
});

const save = (name: string, text: string) => writeFile(path.join(folder, name), text);
const read = (environment: NodeJS.ProcessEnv = {}) =>
  readCredentials(['jobs', 'ops'], { CREDENTIALS_DIRECTORY: folder, ...environment });

it('reads the secrets of files without the line break at their end', async () => {
  await save('APP_SECRET', 'a secret\n');
  await save('RELEASE_KEY_REGISTRY', '-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----\n');
  expect(read()).toEqual({
    APP_SECRET: 'a secret',
    RELEASE_KEY_REGISTRY: '-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----',
  });
});

it('reads no settings, no empty files, and nothing that the environment contains', async () => {
  await save('NODE_OPTIONS', '--require=/tmp/evil.js');
  await save('REDIS_URL', '\n');
  await save('SMTP_URL', 'smtp://file');
  await save('APP_SECRET', 'file');
  expect(read({ APP_SECRET: 'environment', SMTP_URL: '' })).toEqual({ SMTP_URL: 'smtp://file' });
});

it('reads a folder of secrets as systemd loads it, with those that are accepted as well during a rotation', async () => {
  await save('isa_APP_SECRET', 'new');
  await save('isa_APP_SECRET_SECOND', 'old');
  await save('isa_RELEASE_KEY_SHOP', 'a key');
  expect(read()).toEqual({ APP_SECRET: 'new', APP_SECRET_SECOND: 'old' });
});

it('reads nothing that the roles must not hold', async () => {
  await save('APP_SECRET', 'a secret');
  await save('RELEASE_KEY_SHOP', 'a key');
  expect(read()).toEqual({ APP_SECRET: 'a secret' });
  expect(readCredentials(['prerender'], { CREDENTIALS_DIRECTORY: folder })).toEqual({});
});

it('reads nothing where no folder is given', () => {
  expect(readCredentials(['web'], {})).toEqual({});
});

it('names a secret that cannot be read', async () => {
  await mkdir(path.join(folder, 'OPS_TOKEN'));
  expect(() => read()).toThrow('CREDENTIALS_DIRECTORY cannot be read: Error: EISDIR');
});
