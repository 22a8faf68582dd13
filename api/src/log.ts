import { type DestinationStream, type Logger, pino } from 'pino';
import { QueryFailedError } from 'typeorm';

/**
 * One JSON line per event, without secrets: neither bodies nor query strings are ever given to it, well-known
 * names are blanked in case somebody does, and database errors lose the values that they quote.
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
  // Written at once: what is left to be written on leaving is tried for ever when nobody reads it any more, and a
  // process whose parent has died would never end.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
}

interface ErrorWords {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string | undefined;
  readonly cause?: ErrorWords;
}

/** Picks what helps to find a fault. TypeORM hangs statements and their values on its errors: those stay out. */
export function describeError(error: unknown): ErrorWords {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const message = error instanceof QueryFailedError ? withoutValues(error.message) : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    // The first lines repeat the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** `Duplicate entry 'a@b.org' for key 'uq_x'` says whose address it is. */
function withoutValues(message: string): string {
  return message.replace(/'[^']*'(?! *doesn't)/g, "'…'").slice(0, 300);
}
