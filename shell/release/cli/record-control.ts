import type { Command } from 'commander';
import { RELEASE_ACTIONS, type SecurityEvent } from '@isa/api-contract/security-events';
import { userName } from '../registry/changes';
import { openSecurityLog, type SecurityLog } from '../security-log';
import { commonOptions } from './output';

type ReleaseControl = Extract<SecurityEvent, { event: 'release-control' }>;

/** Whether a command changes something; all others only read, or work on this machine. */
const isAction = (command: string): command is ReleaseControl['action'] =>
  RELEASE_ACTIONS.some((action) => action === command);

/** Records in the security log what a command changes, if `SECURITY_LOG` is set. @throws what it throws */
export async function runRecorded(
  program: Command,
  line?: readonly string[],
  security: SecurityLog = openSecurityLog(() => undefined),
): Promise<void> {
  let event: Omit<ReleaseControl, 'result'> | undefined;
  program.hook('preAction', (_program, command) => {
    const { by, dryRun } = commonOptions(program);
    const action = command.name();
    if (dryRun || !isAction(action)) return;
    const target = command.args.join(' ').slice(0, 120) || null;
    const operator = (by ?? userName()).slice(0, 60);
    event = { event: 'release-control', action, operator, target };
  });
  try {
    await program.parseAsync(line, line && { from: 'user' });
  } catch (error) {
    if (event) security.write({ ...event, result: 'refused' });
    throw error;
  }
  if (event) security.write({ ...event, result: 'success' });
}
