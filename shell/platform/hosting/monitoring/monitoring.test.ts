import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithProgram, installedProgram } from '../../../../api/testing/with-program';
import { root } from '../../../packages/node/folders';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = read('shell/platform/hosting/monitoring/rules.yml');
const dashboard = read('shell/platform/hosting/monitoring/dashboard.json');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** The names of metrics in the sources of a folder. */
function exportedFrom(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...read(`${folder}/${name}`).matchAll(/'(isa_[a-z_]+)'/g)].map(([, metric = '']) => metric),
    );
}

describeWithProgram('promtool')('promtool accepts', () => {
  const promtool = installedProgram('promtool') ?? '';

  it.each([
    ['the example of a configuration', 'check', 'config', '--syntax-only', 'prometheus.yml'],
    ['the alerts for the faults that they are for', 'test', 'rules', 'rules.test.yml'],
  ])('promtool accepts %s', (_what, ...args) => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: __dirname, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

it('every alert has an entry in the document for operators, and every entry an alert', () => {
  const sections = [...read('shell/docs/operating.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts);
});

it('every entry begins with its urgency, what visitors notice, what to do first, and when it is resolved', () => {
  const severities = new Map(
    [...rules.matchAll(/- alert: (\w+)[^]*?severity: (\w+)/g)].map(([, name = '', severity]) => [
      name,
      severity,
    ]),
  );
  const firstLines = [...read('shell/docs/operating.md').matchAll(/^### (\w+)\n\n([^]*?)\n\n/gm)];
  expect(firstLines).toHaveLength(alerts.length);
  for (const [, name = '', line] of firstLines) {
    const when = severities.get(name) === 'page' ? 'Wakes you' : 'Can wait';
    expect(`${name} ${line}`.replaceAll('\n', ' ')).toMatch(
      new RegExp(
        `^${name} \\*\\*${when}\\.\\*\\* Visitors .+\\. \\*\\*First,\\*\\* .+\\. \\*\\*It is resolved when\\*\\* .+\\.$`,
      ),
    );
  }
});

it('every alert is tested', () => {
  const tested = read('shell/platform/hosting/monitoring/rules.test.yml');
  for (const alert of alerts) expect(tested).toContain(`alertname: ${alert}\n        exp_alerts:\n`);
});

it('an alert tells when the service of a timer has failed for some time, because systemd tells nobody', () => {
  const folder = 'shell/platform/hosting/systemd';
  const timers = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.timer'));
  expect(timers.length).toBeGreaterThan(1);
  for (const timer of timers) {
    const name = path.basename(timer, '.timer');
    const file = `/var/lib/isa-metrics/${name}.prom`;
    const service = read(`${folder}/${name}.service`);
    expect(service).toMatch(new RegExp(`^ExecStart=.* --metrics ${file}$`, 'm'));
    expect(service).toMatch(/^ReadWritePaths=.*\/var\/lib\/isa-metrics$/m);
    expect(read('shell/docs/operating.md')).toContain(file);
    expect(rules).toContain(`time() - max(${name.replace('-', '_')}_`);
  }
});

it('rules and dashboard read metrics that exist', () => {
  const exported = [
    'api/src/features/metrics',
    'api/src/recovery',
    'shell/platform/prerender',
    'shell/platform/ops/watch',
  ].flatMap(exportedFrom);
  const used = [...(rules + dashboard).matchAll(/\bisa_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );
  expect(used.filter((name) => !exported.includes(name))).toEqual([]);
  expect(used.length).toBeGreaterThan(30);
});
