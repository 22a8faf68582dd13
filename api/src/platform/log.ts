import { maskSecrets } from '@isa/api-contract';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, pino } from 'pino';
import { QueryFailedError } from 'typeorm';

/** The process that writes lines; each of them names it. */
export interface LogWriter {
  readonly role: string;
  /** Host and process id, which tell instances apart. */
  readonly instance: string;
}

/** One line per event, without secrets: well-known names and values in database errors are redacted. */
export function createLog(level: string, destination?: DestinationStream, writer: LogWriter | null = null) {
  const options = {
    level,
    base: writer,
    /** The id leads from a line to the trace of its request or job. */
    mixin: () => {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
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
  return pino(options, destination ?? openDestination(1, 'The log'));
}

export type LogDestination = ReturnType<typeof pino.destination>;

/** Lines that wait for space on a full disk; further ones are dropped. */
const MAX_WAITING_BYTES = 1_000_000;

/**
 * Writes synchronously, because buffered writes hang the exit once the reader is gone or the disk is full. A
 * failed write harms no caller and is reported once until one succeeds.
 */
export function openDestination(fd: number, name: string): LogDestination {
  const destination = pino.destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES });
  let reported = false;
  destination.on('write', () => (reported = false));
  destination.on('error', (error: unknown) => {
    if (reported) return;
    reported = true;
    process.stderr.write(`${name} cannot be written: ${String(error)}\n`);
  });
  return destination;
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string | undefined;
  readonly cause?: ErrorDescription;
}

/** Mail servers name the recipient when they refuse a mail. */
const EMAIL = /[^\s<>"'(),:;/@]{1,64}@[^\s<>"'(),:;/@]{1,190}\.\p{L}{2,}/gu;

/** The fields of an error that are safe to log. TypeORM attaches statements and their values to errors: they are left out. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  // Values such as in `Duplicate entry 'a@b.org' for key 'uq_x'` would reveal personal data.
  const message =
    error instanceof QueryFailedError
      ? error.message.replace(/'[^']*'(?! *doesn't)/g, "'…'").slice(0, 300)
      : error.message;
  return {
    type: error.name,
    message: maskSecrets(message).replace(EMAIL, '…'),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    // The stack lacks its first lines, which repeat the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
