import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { type EventSource, type SecurityEvent, securityLine } from '@isa/api-contract/security-events';
import { root } from '../../packages/node/folders';

/** Records what operators do, with the format and the setting of the API's security log (`shell/docs/security.md`). */
export interface SecurityLog {
  /** Writes an event, and never fails. @param source the request that caused it. */
  write(event: SecurityEvent, source?: EventSource): void;
}

/** @param output gets the lines without `file`, which its owner alone can read. */
export function openSecurityLog(
  output: (line: string) => void,
  file = process.env.SECURITY_LOG,
): SecurityLog {
  let reported = false;
  return {
    write(event, source) {
      try {
        const line = securityLine(event, source, new Date());
        if (file) appendFileSync(path.resolve(root, file), line, { mode: 0o600 });
        else output(line);
      } catch (error) {
        if (!reported) process.stderr.write(`The security log cannot be written: ${String(error)}\n`);
        reported = true;
      }
    },
  };
}

/** The log of a process whose standard output may be a log as well. */
export function processSecurityLog(): SecurityLog {
  return openSecurityLog((line) => void process.stdout.write(line));
}
