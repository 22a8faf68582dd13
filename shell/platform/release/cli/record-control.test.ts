import type { SecurityEvent } from '@isa/api-contract/security-events';
import { Command } from 'commander';
import { UserError } from '../../../packages/node/user-error';
import { runRecorded } from './program';

const events: SecurityEvent[] = [];
beforeEach(() => events.splice(0));

/** A command line with a command that changes something and one that does not. */
async function run(...line: readonly string[]): Promise<void> {
  const program = new Command().option('--by <name>').option('--dry-run').exitOverride();
  program
    .command('promote')
    .argument('<release>')
    .action((release: string) => {
      if (release === 'shop@2.0.0') throw new UserError('It failed its check.');
    });
  program.command('status').action(() => undefined);
  await runRecorded(program, line, { write: (event) => events.push(event) });
}

const promote = { event: 'release-control', action: 'promote', operator: 'ada' };

test('a change is recorded with its author and target', async () => {
  await run('--by', 'ada', 'promote', 'shop@1.5.0');
  expect(events).toEqual([{ ...promote, target: 'shop@1.5.0', result: 'success' }]);
});

test('a rejected change is recorded as refused', async () => {
  await expect(run('--by', 'ada', 'promote', 'shop@2.0.0')).rejects.toThrow('It failed its check.');
  expect(events).toEqual([{ ...promote, target: 'shop@2.0.0', result: 'refused' }]);
});

test.each([[['status']], [['--dry-run', 'promote', 'shop@1.5.0']]])('%j is not recorded', async (line) => {
  await run(...line);
  expect(events).toEqual([]);
});
