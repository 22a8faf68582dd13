import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { testFolder } from '../../testing/test-folder';
import { serve } from '../../testing/test-server';
import { academy } from '../../content';
import { checkErasureLog, checkPayPal, checkVideos, proofResult } from './checks';

describe('the log of erasures', () => {
  let folder: string;
  beforeEach(() => void (folder = testFolder()));

  const find = async (name: string, database?: string) => {
    const result = await checkErasureLog(
      { erasureLog: path.join(folder, name), mode: 'production' },
      database,
    );
    return `${result.state}: ${result.message.replaceAll(folder, '')}`;
  };

  it('passes in a folder on another disk, before and after its first line', async () => {
    expect(await find('new/erasures.log', '/proc')).toBe('ok: /new/erasures.log can be written');
    expect(await readdir(folder)).toEqual([]);
    await writeFile(path.join(folder, 'erasures.log'), '', { mode: 0o600 });
    expect(await find('erasures.log', '/proc')).toBe('ok: /erasures.log can be written');
  });

  it('is in order where the disk of the database is unknown', async () => {
    for (const database of [undefined, path.join(folder, 'unknown')]) {
      expect(await find('erasures.log', database)).toMatch(/^ok/);
    }
  });

  it('warns that it would be lost with the database on the same disk', async () => {
    expect(await find('erasures.log', folder)).toBe(
      'warning: /erasures.log is on the same disk as the database, and would be lost with it',
    );
  });

  it('cannot be read by other users', async () => {
    const file = path.join(folder, 'erasures.log');
    await writeFile(file, '');
    await chmod(file, 0o640);
    expect(await find('erasures.log')).toBe('warning: other users can read /erasures.log');
  });

  it('cannot be written where a folder or a file is in its place', async () => {
    await mkdir(path.join(folder, 'erasures.log'));
    expect(await find('erasures.log')).toBe(
      `failure: ${userInfo().username} cannot write /erasures.log: /erasures.log is not a file, so no account can be deleted`,
    );
    await writeFile(path.join(folder, 'file'), '');
    expect(await find('file/erasures.log')).toContain('/file is not a folder');
  });
});

it.each([
  [404, 'ok: the bucket is reached'],
  [403, 'warning: the bucket answers 403'],
  [500, 'failure: the bucket answers 500'],
])('a bucket of videos that answers %i is rated', async (status, expected) => {
  const requests: (string | undefined)[] = [];
  const server = createServer(({ method }, response) => {
    requests.push(method);
    response.writeHead(status).end();
  });
  const url = `${(await serve(server)).origin}/videos/`;
  const storage = { url, region: 'auto', keyId: 'a-key', secret: 'its secret' };
  const [result] = await checkVideos({ delivery: { by: 's3', storage } });
  expect([`${result?.state}: ${result?.message}`, requests]).toEqual([expected, ['HEAD']]);
});

it.each([
  ['warning', true, 'to take payments, end the rehearsal as operating.md says'],
  ['ok', false, undefined],
])('a sandbox of PayPal is rated as %s where production is %s', async (state, production, fix) => {
  const { origin } = await serve(createServer((_request, response) => response.end('{}')));
  const urls = { apiUrl: origin, sdkUrl: '', sandbox: true };
  const ids = { webhookId: '', secondWebhookId: undefined, merchantId: '' };
  const paypal = { ...urls, ...ids, clientId: 'a-client', clientSecret: 'its secret' };
  const [result] = await checkPayPal({ paypal, production });
  expect(result).toMatchObject({ state, message: 'the sandbox is reached; no money moves' });
  expect(result?.fix).toBe(fix);
});

describe('what buyers can check', () => {
  const filled = Object.fromEntries(
    Object.entries(academy).map(([name, value]) => [name, value ?? 'On paper.']),
  );

  it('is listed where the site says "available on request"', () => {
    const { state, message } = proofResult({ ...academy, companyNumber: '01234567' }, null);
    expect(state).toBe('warning');
    expect(message).toContain('Insurance; Vetting of staff');
    expect(message).toContain('VAT number (VAT_NUMBER)');
    expect(message).not.toContain('Company number');
  });

  it('is in order once everything is entered', () => {
    expect(proofResult({ ...academy, ...filled }, 'GB 123 4567 89').state).toBe('ok');
  });
});
