import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import {
  academy,
  type ContactDetails,
  isBlank,
  lineError,
  normaliseLine,
  sampleContact,
} from '@isa/api-contract';
import { isThisMachine, plainTextProblem } from '@isa/api-contract/networks';
import { z } from 'zod';
import { DATA_FOLDER_MODE, projectFolder } from './folders';

/** An invalid configuration. The message is one sentence for the operator, printed without a stack. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })
  .transform((value) => new URL(value).origin);
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** Of a server that this process calls. */
const requireTls = (value: string, context: z.RefinementCtx) => {
  const message = plainTextProblem(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};
const bearerToken = z
  .string()
  .min(32, 'needs at least 32 characters')
  .regex(/^\S+$/, 'must not contain spaces');
const serverUrl = (pattern: RegExp, error: string) => z.string().regex(pattern, error).optional();
/** A line of text that pages show. */
const line = z
  .string()
  .transform(normaliseLine)
  .refine(
    (text) => !isBlank(text) && lineError(text, 200) === undefined,
    'must be one line of at most 200 ordinary characters',
  );
/** The no-break space in a British postcode, so that no line ends inside of it. */
const withWholePostcode = (text: string) =>
  text.replace(/\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/, '$1\u00a0$2');
const port = z.coerce.number().int().min(0).max(65_535);

/** Every variable that the API reads, with its default. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  API_PORT: port.default(3002),
  /** The address to listen on. By default the site's proxy runs on the same machine. */
  API_HOST: z.string().default('127.0.0.1'),
  /** Files of the certificate, with those that signed it, and of its key (PEM), with which this process listens. */
  TLS_CERTIFICATE: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  /** The pages for staff; the role office answers there, on `API_HOST`. */
  OFFICE_PORT: port.default(3005),
  /** Scheme and host of these pages. By default `office.` before the host of the site. */
  OFFICE_ORIGIN: origin.optional(),
  /** Where the role jobs answers `/metrics` and health checks, on `API_HOST`; nowhere when absent. */
  METRICS_PORT: port.optional(),
  /** Scheme and host of the public site: links in mails, the cookies' Secure flag and the origin check. */
  SITE_ORIGIN: origin.default('http://localhost:3000'),
  /** The number of proxies in front whose forwarded client address is trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(1),
  /** The folder that holds the SQLite file, the generated secret and imported media. */
  DATA_FOLDER: z.string().min(1).default('.data'),
  /** `mysql://…` or `mariadb://…`; SQLite in the data folder when absent. */
  DATABASE_URL: serverUrl(
    // Other characters would be percent-encoded, which TypeORM does not decode.
    /^(mysql|mariadb):\/\/[^/]+\/[\w$-]+(\?.*)?$/,
    'must look like mysql://user:password@host/database or mariadb://…, with only a to z, digits, _, - and $ in the name of the database',
  ),
  /** Limits count in all processes together (`rediss://…` for TLS), or else in each process's memory. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, { error: 'must start with redis:// or rediss://', abort: true })
    .superRefine(requireTls)
    .optional(),
  /** The secret that signs video tickets and order links, of at least 32 characters. */
  APP_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  /** A second secret whose signatures are accepted while processes change from one secret to the other. */
  APP_SECRET_SECOND: z.string().min(32, 'needs at least 32 characters').optional(),
  /** The file with the public keys of teams and operators. The operators' roles read telemetry with tokens that they sign. */
  RELEASE_TRUST: z.string().min(1).optional(),
  /** The token with which Prometheus reads `/metrics` of this role. */
  METRICS_TOKEN: bearerToken.optional(),
  /** A second token that is accepted while Prometheus changes from one token to the other. */
  METRICS_TOKEN_SECOND: bearerToken.optional(),
  /** The address of an OpenTelemetry collector (OTLP over HTTP). Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address.superRefine(requireTls).optional(),
  /** The share of traces that is recorded. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The file of the security log; standard output, alongside the log, when absent. */
  SECURITY_LOG: z.string().min(1).optional(),
  /** The file that repeats deletions of accounts after a restore; `erasures.log` in the data folder when absent. */
  ERASURE_LOG: z.string().min(1).optional(),
  /** How long a stop waits for running requests and jobs. A service manager must wait longer before it kills. */
  STOP_SECONDS: z.coerce.number().min(1).max(600).default(10),
  BCRYPT_COST: z.coerce.number().int().min(4).max(16).default(11),
  /** Multiplies every rate limit: 1 in production, more where one machine simulates all visitors. */
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(100_000).default(1),

  /** `smtps://…`, or `smtp://user:password@host:port`, which starts TLS. Without it mails can be read at /dev/mails, in development only. */
  SMTP_URL: serverUrl(/^smtps?:\/\/[^?]+$/, 'must start with smtp:// or smtps:// and have no options'),
  /** By default the academy's name with `SUPPORT_EMAIL`. */
  MAIL_FROM: z.string().min(3).optional(),
  /** The newsletter's provider, to which forms are sent on instead of being stored here. */
  NEWSLETTER_URL: z.url({ protocol: /^https$/, error: 'must be an https address' }).optional(),
  /** The address that pages, mails, receipts and legal texts name, and that receives contact messages. */
  SUPPORT_EMAIL: z.email('must be an email address').default(sampleContact.email),
  /** The telephone number in its international form (E.164). */
  SUPPORT_PHONE: line
    .transform((text) => text.replace(/\s+/g, ' '))
    .refine((text) => /^\+[1-9](?: ?\d){7,14}$/.test(text), 'must be a number such as +44 20 7946 0958')
    .default(sampleContact.phone),
  /** When the telephone is answered. */
  SUPPORT_HOURS: line.default(sampleContact.hours),
  /** The address that receives a mail for each paid order with books and for each return; without it no such mail is sent. */
  OFFICE_EMAIL: z.email().optional(),
  /** The company's legal name; the sample's when absent. */
  SELLER_NAME: line.optional(),
  /** The company's postal address, with commas where a label begins a new line. */
  SELLER_ADDRESS: line
    .transform((text) => withWholePostcode(text.split(/\s*,\s*/).join(', ')))
    .refine(
      (text) => /^[^,]+(?:, [^,]+)+$/.test(text),
      'must have commas between its parts, such as 1 High Street, London SE1 1AA, United Kingdom',
    )
    .default(sampleContact.address),
  /** The seller's VAT number on receipts and in the checkout. */
  VAT_NUMBER: z.string().min(1).optional(),

  /** `rehearsal` lets production use PayPal's own sandbox, with a database whose name ends in `_rehearsal`. */
  PAYPAL_SANDBOX: z.enum(['rehearsal']).optional(),
  PAYPAL_CLIENT_ID: z.string().min(1).default('sandbox-client'),
  PAYPAL_CLIENT_SECRET: z.string().min(1).default('sandbox-secret'),
  /** PayPal's REST interface: `https://api-m.paypal.com`, PayPal's sandbox, or the local one. */
  PAYPAL_API_URL: address.superRefine(requireTls).default('http://localhost:3003'),
  /** The script of the PayPal buttons: `https://www.paypal.com/sdk/js`, or the local sandbox. */
  PAYPAL_SDK_URL: address.default('http://localhost:3003/sdk/js'),
  PAYPAL_WEBHOOK_ID: z.string().min(1).default('sandbox-webhook'),
  /** A second webhook whose events are accepted while one webhook replaces another. */
  PAYPAL_WEBHOOK_ID_SECOND: z.string().min(1).optional(),
  /** The account that payments must reach: the sandbox's, or the seller's merchant id at PayPal. */
  PAYPAL_MERCHANT_ID: z.string().min(1).default('SANDBOXACADEMY'),

  /** Imported recordings; by default inside the data folder. */
  MEDIA_FOLDER: z.string().min(1).optional(),
  /** What sends the videos' bytes: this process, nginx in front (shell/platform/hosting/nginx.conf), or an S3-compatible storage. */
  VIDEO_DELIVERY: z.enum(['api', 'nginx', 's3']).default('api'),
  /** Bucket and folder of the storage, such as `https://s3.eu-west-2.amazonaws.com/isa-videos/lessons/`. */
  VIDEO_STORAGE_URL: address
    .superRefine(requireTls)
    .transform((url) => (url.endsWith('/') ? url : `${url}/`))
    .optional(),
  VIDEO_STORAGE_REGION: z.string().min(1).default('auto'),
  VIDEO_STORAGE_KEY_ID: z.string().min(1).optional(),
  VIDEO_STORAGE_SECRET: z.string().min(1).optional(),
});

export type Env = ReturnType<typeof readEnv>;

/**
 * @param purpose `prepare` needs only the database's secret. `web` and `office` send no mails themselves.
 * @throws ConfigurationError naming the variable and what is wrong with it.
 */
export function readEnv(
  source: Readonly<Record<string, string | undefined>>,
  purpose: 'serve' | 'web' | 'office' | 'prepare' = 'serve',
) {
  // An empty variable (`FOO=` in a shell or a compose file) counts as absent.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = variables.safeParse(set);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ConfigurationError(
      `The environment variable ${issue?.path.join('.') ?? '?'} is not valid: ${issue?.message ?? '?'}.`,
    );
  }
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  if (production) separateRehearsal(values);
  if (production && purpose !== 'prepare') validateForProduction(values, purpose);
  const dataFolder = path.resolve(projectFolder, values.DATA_FOLDER);
  const secret =
    values.APP_SECRET ?? (purpose === 'prepare' ? '' : storedSecret(path.join(dataFolder, 'secret')));
  const contact: ContactDetails = {
    legalName: values.SELLER_NAME ?? sampleContact.legalName,
    email: values.SUPPORT_EMAIL,
    phone: values.SUPPORT_PHONE,
    address: values.SELLER_ADDRESS,
    hours: values.SUPPORT_HOURS,
  };
  return {
    mode: values.NODE_ENV,
    production,
    host: values.API_HOST,
    certificate: certificateOf(values),
    port: values.API_PORT,
    metricsPort: values.METRICS_PORT,
    siteOrigin: values.SITE_ORIGIN,
    officePort: values.OFFICE_PORT,
    officeOrigin: officeOriginOf(values),
    trustedProxies: values.TRUST_PROXY,
    dataFolder,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    secret,
    /** The secrets whose signatures are accepted. */
    secrets: present(secret, values.APP_SECRET_SECOND),
    releaseTrust: path.resolve(
      projectFolder,
      values.RELEASE_TRUST ?? path.join(dataFolder, 'keys/trusted.json'),
    ),
    /** Empty when none is configured. */
    metricsTokens: present(values.METRICS_TOKEN, values.METRICS_TOKEN_SECOND),
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    logLevel: values.LOG_LEVEL,
    securityLog: values.SECURITY_LOG && path.resolve(projectFolder, values.SECURITY_LOG),
    erasureLog: path.resolve(projectFolder, values.ERASURE_LOG ?? path.join(dataFolder, 'erasures.log')),
    stopMs: values.STOP_SECONDS * 1000,
    bcryptCost: values.BCRYPT_COST,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${academy.name} <${contact.email}>`,
    newsletterUrl: values.NEWSLETTER_URL,
    contact,
    officeEmail: values.OFFICE_EMAIL,
    seller: {
      name: contact.legalName,
      address: contact.address,
      vatNumber: values.VAT_NUMBER ?? null,
    },
    paypal: {
      clientId: values.PAYPAL_CLIENT_ID,
      clientSecret: values.PAYPAL_CLIENT_SECRET,
      apiUrl: values.PAYPAL_API_URL,
      sdkUrl: values.PAYPAL_SDK_URL,
      webhookId: values.PAYPAL_WEBHOOK_ID,
      secondWebhookId: values.PAYPAL_WEBHOOK_ID_SECOND,
      merchantId: values.PAYPAL_MERCHANT_ID,
      /** Whether payments are simulated. */
      sandbox: !isLivePaypal(values.PAYPAL_API_URL) || !isLivePaypal(values.PAYPAL_SDK_URL),
    },
    mediaFolder: path.resolve(projectFolder, values.MEDIA_FOLDER ?? path.join(dataFolder, 'media')),
    // The credentials of the storage are secrets that the role prepare must not hold.
    delivery: purpose === 'prepare' ? ({ by: 'api' } as const) : deliveryOf(values),
  } as const;
}

const present = (...values: readonly (string | undefined)[]): readonly string[] =>
  values.filter((value) => value !== undefined);

/** @throws ConfigurationError */
function officeOriginOf({ SITE_ORIGIN, OFFICE_ORIGIN }: z.output<typeof variables>): string {
  const { protocol, hostname, port } = new URL(SITE_ORIGIN);
  // An IP address has no subdomains, and `localhost` has them on every machine (RFC 6761 §6.3).
  const parent = hostname.startsWith('[') || isIP(hostname) ? 'localhost' : hostname;
  const own = OFFICE_ORIGIN ?? `${protocol}//office.${parent}${port && `:${port}`}`;
  if (new URL(own).hostname !== hostname) return own;
  throw new ConfigurationError(
    'OFFICE_ORIGIN must have another host than SITE_ORIGIN: cookies ignore ports.',
  );
}

/** @throws ConfigurationError where other machines would reach this process without TLS */
function certificateOf({ TLS_CERTIFICATE, TLS_KEY, API_HOST, NODE_ENV }: z.output<typeof variables>) {
  if (TLS_CERTIFICATE && TLS_KEY) {
    try {
      return { cert: readFileSync(TLS_CERTIFICATE), key: readFileSync(TLS_KEY) };
    } catch (error) {
      throw new ConfigurationError(`TLS_CERTIFICATE or TLS_KEY cannot be read: ${String(error)}.`);
    }
  }
  if (NODE_ENV === 'production' && !isThisMachine(API_HOST)) {
    throw new ConfigurationError(
      `Other machines reach API_HOST=${API_HOST}: set TLS_CERTIFICATE and TLS_KEY, so that requests are encrypted.`,
    );
  }
  return undefined;
}

function deliveryOf({ VIDEO_DELIVERY: by, ...values }: z.output<typeof variables>) {
  if (by !== 's3') return { by } as const;
  const { VIDEO_STORAGE_URL: url, VIDEO_STORAGE_KEY_ID: keyId, VIDEO_STORAGE_SECRET: secret } = values;
  if (!url || !keyId || !secret) {
    throw new ConfigurationError(
      'VIDEO_DELIVERY is s3: set VIDEO_STORAGE_URL, VIDEO_STORAGE_KEY_ID and VIDEO_STORAGE_SECRET as well.',
    );
  }
  return { by, storage: { url, region: values.VIDEO_STORAGE_REGION, keyId, secret } } as const;
}

const requiredInProduction = [
  'APP_SECRET',
  'SMTP_URL',
  'SUPPORT_EMAIL',
  'SUPPORT_PHONE',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'PAYPAL_MERCHANT_ID',
] as const;

/** @throws ConfigurationError */
function validateForProduction(
  values: z.output<typeof variables>,
  purpose: 'serve' | 'web' | 'office',
): void {
  const isRehearsal = values.PAYPAL_SANDBOX === 'rehearsal';
  if (isRehearsal && new URL(values.PAYPAL_API_URL).origin !== PAYPAL_SANDBOX_ORIGIN) {
    throw new ConfigurationError(
      `PAYPAL_API_URL is ${values.PAYPAL_API_URL}: with PAYPAL_SANDBOX=rehearsal it must be ${PAYPAL_SANDBOX_ORIGIN}.`,
    );
  }
  // PayPal's script is the same for both, because the client's id belongs to one of them.
  for (const name of [...(isRehearsal ? [] : (['PAYPAL_API_URL'] as const)), 'PAYPAL_SDK_URL'] as const) {
    if (!isLivePaypal(values[name])) {
      throw new ConfigurationError(
        `${name} is a sandbox (${values[name]}): in production it must be PayPal's live address.`,
      );
    }
  }
  for (const name of requiredInProduction) {
    if (name === 'SMTP_URL' && purpose !== 'serve') continue;
    const unset = variables.shape[name].safeParse(undefined);
    if (unset.success && unset.data === values[name]) {
      const other = unset.data === undefined ? '' : ', to another value than its default';
      throw new ConfigurationError(`${name} must be set in production${other}.`);
    }
  }
  if (!values.SITE_ORIGIN.startsWith('https:')) {
    throw new ConfigurationError('SITE_ORIGIN must be an https address in production.');
  }
}

const PAYPAL_SANDBOX_ORIGIN = 'https://api-m.sandbox.paypal.com';

/**
 * An order of a rehearsal grants access that nobody has paid for, so it must never be among real orders, and PayPal's
 * sandbox must never be asked about a real one.
 * @throws ConfigurationError
 */
function separateRehearsal({ PAYPAL_SANDBOX, DATABASE_URL = '' }: z.output<typeof variables>): void {
  // Some servers ignore the case of names.
  const isOfRehearsal = URL.canParse(DATABASE_URL) && /_rehearsal$/i.test(new URL(DATABASE_URL).pathname);
  if (isOfRehearsal === (PAYPAL_SANDBOX === 'rehearsal')) return;
  throw new ConfigurationError(
    isOfRehearsal
      ? 'DATABASE_URL names the database of a rehearsal, whose orders are unpaid: name the real one, or set PAYPAL_SANDBOX=rehearsal.'
      : 'PAYPAL_SANDBOX=rehearsal needs a DATABASE_URL with a database of its own, whose name ends in _rehearsal, so that no real payment is in it.',
  );
}

/** @returns whether an address is PayPal's own and not that of its sandbox. */
function isLivePaypal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && ['api-m.paypal.com', 'api.paypal.com', 'www.paypal.com'].includes(hostname);
}

/** The content of a file, created with a generated secret so that a fresh clone needs no configuration. */
export function storedSecret(file: string, generated = randomBytes(32).toString('base64url')): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: DATA_FOLDER_MODE });
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, generated, { mode: 0o600 });
    try {
      // A link appears atomically, and only the first of several processes succeeds.
      linkSync(temporary, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(temporary);
    }
  }
  return readFileSync(file, 'utf8');
}
