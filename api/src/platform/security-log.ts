import { openSync } from 'node:fs';
import { type SecurityEvent, securityLine } from '@isa/api-contract/security-events';
import { ConfigurationError } from './env';
import { describeError, type LogDestination, openDestination } from './log';

/** Records who did what with which result, at every `LOG_LEVEL` and without secrets (`shell/docs/security.md`). */
export interface SecurityLog {
  /** Never fails. The current request adds its id and the client's network. */
  write(event: SecurityEvent): void;
  close(): void;
}

/**
 * @param file readable by its owner only; standard output without it.
 * @param origin the request that is being processed.
 * @throws ConfigurationError when the file cannot be opened.
 */
export function openSecurityLog(
  file: string | undefined,
  standardOutput: LogDestination,
  now: () => Date,
  origin: () => Parameters<typeof securityLine>[1] = () => undefined,
): SecurityLog {
  let destination = standardOutput;
  try {
    if (file !== undefined) destination = openDestination(openSync(file, 'a', 0o600), 'The security log');
  } catch (error) {
    throw new ConfigurationError(
      `The security log SECURITY_LOG=${file} cannot be opened: ${describeError(error).message}.`,
    );
  }
  return {
    write(event) {
      try {
        destination.write(securityLine(event, origin(), now()));
      } catch (error) {
        // A request must not fail because its event could not be recorded.
        process.stderr.write(`A security event was lost: ${JSON.stringify(describeError(error))}\n`);
      }
    },
    close() {
      if (file !== undefined) destination.end();
    },
  };
}
