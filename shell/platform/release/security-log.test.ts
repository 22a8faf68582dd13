import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { RELEASE_ACTIONS, securityEventSchema } from '@isa/api-contract/security-events';
import { testFolder } from '../../../api/testing/test-folder';
import { root } from '../../packages/node/folders';
import { openSecurityLog } from './security-log';

const event = { event: 'operator-log-in', result: 'success', operator: 'Ada' } as const;

test('appends lines to a file that only its owner can read', async () => {
  const folder = testFolder();
  const file = path.join(folder, 'security.log');
  for (let process = 0; process < 2; process += 1) {
    const log = openSecurityLog(() => undefined, file);
    log.write(event, { ip: '2001:db8:1:2::3', requestId: 'request-1' });
  }
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    Array.from({ length: 2 }, () => ({
      ...event,
      log: 'security',
      time: expect.any(String) as string,
      account: null,
      network: '2001:db8:1::/48',
      requestId: 'request-1',
    })),
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('writes no forwarded text that is not an address', () => {
  const lines: string[] = [];
  const log = openSecurityLog((line) => lines.push(line), '');
  log.write(event, { ip: '<script>', requestId: null });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ network: null, requestId: null });
});

// Writing to this device fails as on a full disk.
test('reports once that it cannot be written', () => {
  const reports: string[] = [];
  const spy = jest
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => reports.push(String(text)) > 0);
  try {
    const log = openSecurityLog(() => undefined, '/dev/full');
    log.write(event);
    log.write(event);
  } finally {
    spy.mockRestore();
  }
  expect(reports).toEqual([expect.stringMatching(/^The security log cannot be written: .*ENOSPC/)]);
});

test('the documentation lists every event with its results and fields', async () => {
  const text = await readFile(path.join(root, 'shell/docs/reference/security-events.md'), 'utf8');
  const cells = text
    .split('\n')
    .filter((line) => /^\| `[a-z-]+` +\| (?:success|failure|refused)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const documented = cells.map(([, event, result, fields = '']) => [
    event,
    result,
    fields.match(/[a-z]+/gi) ?? [],
  ]);
  const events = securityEventSchema.options.map(({ shape: { event, result, ...fields } }) => [
    `\`${event.value}\``,
    result.options.join(', '),
    Object.keys(fields).filter((field) => field !== 'account'),
  ]);
  expect(documented).toEqual(events);
  expect(text).toContain(`\`action\`: ${RELEASE_ACTIONS.join(', ')} |`);
});
