import { z } from 'zod';
import { sampleCredentials, sampleMerchant, startSandbox } from './sandbox';

const environmentSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3003),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  /** The sandbox's address for browsers and the API; by default http://localhost:<port>. */
  SANDBOX_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_STATE_FILE: z.string().min(1).optional(),
  /** The value 1 opens /sandbox/control to tests. */
  SANDBOX_CONTROL: z.enum(['0', '1']).default('0'),
  SANDBOX_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYPAL_WEBHOOK_ID: z.string().min(1).default('sandbox-webhook'),
  PAYPAL_CLIENT_ID: z.string().min(1).default(sampleCredentials.clientId),
  PAYPAL_CLIENT_SECRET: z.string().min(1).default(sampleCredentials.secret),
});

async function main(): Promise<void> {
  // Without a listener, Node would open its inspector, which gives every program on this machine the process's
  // memory.
  process.on('SIGUSR1', () => undefined);
  // The process that has started this one has ended, even if it was killed.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const parsed = environmentSchema.safeParse(process.env);
  if (!parsed.success)
    throw new Error(`The payment sandbox's settings are invalid:\n${z.prettifyError(parsed.error)}`);
  const environment = parsed.data;
  const url = environment.SANDBOX_WEBHOOK_URL;
  const sandbox = await startSandbox({
    port: environment.SANDBOX_PORT,
    host: environment.SANDBOX_HOST,
    origin: environment.SANDBOX_ORIGIN,
    credentials: { clientId: environment.PAYPAL_CLIENT_ID, secret: environment.PAYPAL_CLIENT_SECRET },
    merchant: sampleMerchant,
    webhook: url ? { id: environment.PAYPAL_WEBHOOK_ID, url } : undefined,
    stateFile: environment.SANDBOX_STATE_FILE,
    control: environment.SANDBOX_CONTROL === '1',
  });
  process.stdout.write(`The payment sandbox listens on ${sandbox.origin}; no money moves.\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  }
}

main().catch((error: unknown) => {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${inUse ? `The port of the payment sandbox is in use: ${text}` : text}\n`);
  process.exitCode = 1;
});
