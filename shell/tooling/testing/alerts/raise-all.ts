import { setTimeout as delay } from 'node:timers/promises';
import { main, printLine as log } from '../../../packages/node/processes';
import { UserError } from '../../../packages/node/user-error';
import { faults } from './faults';
import { type Installation, startInstallation } from './installation';

/** The number that divides every duration of the rules and the dashboard: five minutes last 7.5 seconds. */
const FACTOR = 40;
const QUIET_MS = 60_000;
const POLL_MS = 500;
/**
 * How long an alert may take to fire: a mail server that hangs is noticed after 20 s, and half an hour of
 * failures lasts 45 s.
 */
const FIRING_MS = 150_000;
/** How long it may take to be resolved: an hour lasts 90 s. */
const RESOLVED_MS = 180_000;

/**
 * Raises each alert of `shell/platform/hosting/monitoring/rules.yml` in turn by the fault that its entry in the runbook names, on
 * the packaged site with a Prometheus, and waits until it is resolved. `ALERTS=RoleDown,DatabaseDown` tries some only.
 */
main(async () => {
  const wanted = process.env.ALERTS?.split(',') ?? Object.keys(faults);
  const on = await startInstallation(FACTOR, log);
  const problems: string[] = [];
  try {
    const { prometheus } = on;
    const started = new Date();
    await until(RESOLVED_MS, async () => (await prometheus.query('isa_served_revision')).length > 0);
    await until(RESOLVED_MS, async () => (await prometheus.firing()).length === 0);
    await delay(QUIET_MS);
    const early = await prometheus.query(`last_over_time(ALERTS{alertstate="firing"}[${QUIET_MS}ms])`);
    problems.push(...early.map((alert) => `without a fault: ${alert}`));
    log('A quiet minute has passed.');
    for (const alert of wanted) await tryAlert(on, alert, problems);
    if (!(await until(RESOLVED_MS, async () => (await prometheus.firing()).length === 0))) {
      problems.push(`firing at the end: ${(await prometheus.firing()).map(({ name }) => name).join(', ')}`);
    }
    let series = 0;
    for (const { title, expressions } of on.panels) {
      for (const expression of expressions) {
        const found = await prometheus.seriesSince(expression, started);
        if (found === 0) problems.push(`no data in the panel “${title}”: ${expression}`);
        series += found;
      }
    }
    log(`\n${on.panels.length} panels of the dashboard showed ${series} series.`);
  } finally {
    await on.stop();
  }
  for (const problem of problems) log(`  ${problem}`);
  if (problems.length > 0) throw new UserError('Some alerts or panels failed.');
  process.exit(0);
});

async function tryAlert(on: Installation, alert: string, problems: string[]): Promise<void> {
  const { prometheus } = on;
  const { fault, raise, diagnosis } = faults[alert] ?? unknown(alert);
  const fires = async () => (await prometheus.firing()).some(({ name }) => name === alert);
  // The alert must be over first, because the previous fault may have raised it as well.
  await until(RESOLVED_MS, async () => !(await fires()));
  const end = await raise(on);
  const raised = await until(FIRING_MS, fires);
  const others = (await prometheus.firing()).map(({ name }) => name).filter((name) => name !== alert);
  const seen = await diagnosis.see(on);
  await end();
  const resolved = await until(RESOLVED_MS, async () => !(await fires()));
  if (raised === undefined) problems.push(`${alert} did not fire: ${fault}`);
  if (resolved === undefined) problems.push(`${alert} was not resolved after: ${fault}`);
  if (!diagnosis.cause.test(seen)) {
    problems.push(
      `${alert}: ${diagnosis.look} does not show ${diagnosis.cause.source}:\n${seen.slice(-2_000)}`,
    );
  }
  const also = others.length > 0 ? `; also firing: ${[...new Set(others)].join(' ')}` : '';
  log(`${alert}: firing after ${raised ?? '–'} s, resolved after ${resolved ?? '–'} s (${fault})${also}`);
}

/** Waits for a state. @returns after how many seconds, or `undefined` when it does not come in time. */
async function until(limitMs: number, reached: () => Promise<boolean>): Promise<string | undefined> {
  const started = performance.now();
  while (performance.now() - started < limitMs) {
    if (await reached()) return ((performance.now() - started) / 1_000).toFixed(0);
    await delay(POLL_MS);
  }
  return undefined;
}

function unknown(alert: string): never {
  throw new UserError(`There is no alert ${alert}. Known: ${Object.keys(faults).join(', ')}.`);
}
