import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../packages/node/folders';
import { faults } from './faults';
import { shorten } from './shorten';

const rules = readFileSync(path.join(root, 'shell/platform/hosting/monitoring/rules.yml'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('shorten', () => {
  it('divides what Prometheus waits, windows and offsets, and no names and thresholds', () => {
    const rule = 'expr: a:rate5m > 600 and rate(a[5m]) > max(a offset 1h)\nfor: 15m';
    expect(shorten(rule, 40)).toBe(
      'expr: a:rate5m > 600 and rate(a[7500ms]) > max(a offset 90000ms)\nfor: 22500ms',
    );
  });

  it('finds every duration of the rules', () => {
    const withoutNames = shorten(rules, 1).replace(/#.*|\w+:\w+:\w+/g, '');
    expect(withoutNames.match(/\b\d+[smhd]\b/g)).toBeNull();
    expect(withoutNames.match(/for: \d+ms/g)).toHaveLength(alerts.length);
  });
});

describe('faults', () => {
  it('raise every alert', () => expect(Object.keys(faults)).toEqual(alerts));
});
