import { maskSecrets } from '@isa/api-contract';
import { type DestinationStream, type Logger, pino } from 'pino';
import { QueryFailedError } from 'typeorm';

/**
 * One JSON line per event, without secrets: callers never log bodies or query strings, well-known names are redacted
 * in case one does, and database errors lose the values that they quote.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'newPassword',
        'token',
        'passwordHash',
        '*.password',
        '*.token',
        '*.authorization',
        '*.cookie',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
  // Synchronous: buffered writes hang exit once the reader is gone.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string | undefined;
  readonly cause?: ErrorDescription;
}

/** The fields of an error that are safe to log. TypeORM attaches statements and their values to errors: they are left out. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const message = error instanceof QueryFailedError ? withoutValues(error.message) : error.message;
  return {
    type: error.name,
    message: maskSecrets(message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    // Without the first lines, which repeat the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** `Duplicate entry 'a@b.org' for key 'uq_x'` would reveal personal data. */
function withoutValues(message: string): string {
  return message.replace(/'[^']*'(?! *doesn't)/g, "'…'").slice(0, 300);
}
