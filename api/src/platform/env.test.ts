import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sampleContact } from '@isa/api-contract';
import { liveEnvironment as live } from '../../testing/live-environment';
import { testFolder } from '../../testing/test-folder';
import { sampleMerchant } from '../../paypal-sandbox/sandbox';
import { ConfigurationError, readEnv } from './env';

let folder: string;
beforeEach(() => void (folder = testFolder()));

const read = (variables: Record<string, string> = {}) => readEnv({ DATA_FOLDER: folder, ...variables });

test.each([
  ['API_PORT', 'abc'],
  ['API_PORT', '70000'],
  ['SITE_ORIGIN', 'isa.example'],
  ['SITE_ORIGIN', 'ftp://isa.example'],
  ['DATABASE_URL', 'postgres://db'],
  ['DATABASE_URL', 'mysql://web:secret@127.0.0.1'],
  ['DATABASE_URL', 'mysql://web:secret@127.0.0.1/isa%5Frehearsal'],
  ['APP_SECRET', 'short'],
  ['METRICS_TOKEN', 'short'],
  ['METRICS_TOKEN', `${'x'.repeat(32)} y`],
  ['SMTP_URL', 'mail.isa.example'],
  ['NODE_ENV', 'prod'],
  ['TRUST_PROXY', 'yes'],
  ['REDIS_URL', 'redis://redis.internal:6379'],
  ['REDIS_URL', 'redis://10.0.0.7:6379'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.internal:4318'],
  ['VIDEO_STORAGE_URL', 'http://storage.internal/isa/'],
  ['PAYPAL_API_URL', 'http://sandbox.internal:3003'],
  ['SMTP_URL', 'smtps://mail.isa.example?tls.rejectUnauthorized=false'],
  ['SUPPORT_EMAIL', 'the office'],
  ['SUPPORT_PHONE', '020 7946 0958'],
  ['SUPPORT_PHONE', '+44 (0)20 7946 0958'],
  ['SUPPORT_PHONE', '+44 20'],
  ['SUPPORT_PHONE', '+44 20 7946 0958 1234 5678'],
  ['SUPPORT_HOURS', ' '],
  ['SUPPORT_HOURS', 'Monday\nto Friday'],
  ['SELLER_NAME', 'x'.repeat(201)],
  ['SELLER_NAME', '\u202EdtL'],
  ['SELLER_ADDRESS', '1 High Street'],
  ['SELLER_ADDRESS', '1 High Street,, London'],
])('rejects %s=%s in one sentence that names the variable', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigurationError);
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
});

test.each([
  ['PAYPAL_API_URL', 'http://localhost:3003'],
  ['PAYPAL_API_URL', 'https://api-m.sandbox.paypal.com'],
  ['PAYPAL_API_URL', 'http://api-m.paypal.com'],
  ['PAYPAL_API_URL', 'https://api-m.paypal.com.evil.example'],
  ['PAYPAL_SDK_URL', 'https://www.sandbox.paypal.com/sdk/js'],
  ['SITE_ORIGIN', 'http://isa.example'],
  ['APP_SECRET', ''],
  ['SMTP_URL', ''],
  ['SUPPORT_EMAIL', ''],
  ['SUPPORT_EMAIL', sampleContact.email],
  ['SUPPORT_PHONE', ''],
  ['SUPPORT_PHONE', sampleContact.phone],
  ['SELLER_NAME', ''],
  ['SELLER_ADDRESS', ''],
  ['SELLER_ADDRESS', sampleContact.address],
  ['PAYPAL_CLIENT_ID', ''],
  ['PAYPAL_CLIENT_SECRET', ''],
  ['PAYPAL_WEBHOOK_ID', ''],
  ['PAYPAL_MERCHANT_ID', ''],
  ['PAYPAL_MERCHANT_ID', sampleMerchant.id],
])('rejects %s=%s in production', (name, value) => {
  expect(() => read({ ...live, [name]: value })).toThrow(name);
});

test.each([
  ['PAYPAL_MERCHANT_ID', sampleMerchant.id, ', to another value than its default'],
  ['PAYPAL_MERCHANT_ID', '', ', to another value than its default'],
  ['APP_SECRET', '', ''],
])('says what is wrong with %s=%s in production: not set%s', (name, value, rest) => {
  expect(() => read({ ...live, [name]: value })).toThrow(
    new ConfigurationError(`${name} must be set in production${rest}.`),
  );
});

describe('a rehearsal in production with PayPal’s sandbox', () => {
  const rehearsal = {
    ...live,
    PAYPAL_SANDBOX: 'rehearsal',
    PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com',
    DATABASE_URL: 'mysql://web:secret@127.0.0.1/isa_rehearsal',
  };

  it('is accepted with a database of its own, and known as one without real payments', () => {
    expect(read(rehearsal)).toMatchObject({ production: true, paypal: { sandbox: true } });
    expect(readEnv(rehearsal, 'prepare').databaseUrl).toBe(rehearsal.DATABASE_URL);
  });

  it.each([
    [{ DATABASE_URL: 'mysql://web:secret@127.0.0.1/isa' }, /^PAYPAL_SANDBOX=rehearsal needs a DATABASE_URL/],
    [{ DATABASE_URL: '' }, /^PAYPAL_SANDBOX=rehearsal needs a DATABASE_URL/],
    [{ PAYPAL_SANDBOX: '' }, /^DATABASE_URL names the database of a rehearsal/],
    [
      { PAYPAL_SANDBOX: '', DATABASE_URL: 'mysql://web:secret@127.0.0.1/isa_Rehearsal?ca=/etc/isa/ca.pem' },
      /^DATABASE_URL names the database of a rehearsal/,
    ],
    [
      { PAYPAL_SANDBOX: '', DATABASE_URL: 'mysql://web:secret@127.0.0.1/isa%5Frehearsal' },
      /DATABASE_URL is not valid: .*in the name of the database/,
    ],
    [{ PAYPAL_SANDBOX: 'yes' }, /PAYPAL_SANDBOX/],
    [
      { PAYPAL_API_URL: live.PAYPAL_API_URL },
      /^PAYPAL_API_URL is https:\/\/api-m\.paypal\.com: with PAYPAL_SANDBOX/,
    ],
    [
      { PAYPAL_API_URL: 'http://localhost:3003' },
      /^PAYPAL_API_URL is http:\/\/localhost:3003: with PAYPAL_SANDBOX/,
    ],
    [{ PAYPAL_SDK_URL: 'http://localhost:3003/sdk/js' }, /^PAYPAL_SDK_URL is a sandbox/],
    [{ PAYPAL_MERCHANT_ID: '' }, /^PAYPAL_MERCHANT_ID must be set/],
  ])('is refused with %j', (changed, reason) => {
    expect(() => read({ ...rehearsal, ...changed })).toThrow(reason);
  });

  it('keeps even the role prepare from the real database, and real payments from that of a rehearsal', () => {
    const real = { ...rehearsal, DATABASE_URL: 'mysql://prepare:secret@127.0.0.1/isa' };
    expect(() => readEnv(real, 'prepare')).toThrow('needs a DATABASE_URL');
    expect(() => readEnv({ ...rehearsal, PAYPAL_SANDBOX: '' }, 'prepare')).toThrow('of a rehearsal');
  });
});

test('requires the credentials of the storage of videos from all roles but prepare, which may not hold them', () => {
  const settings = {
    ...{ DATA_FOLDER: folder, VIDEO_DELIVERY: 's3' },
    VIDEO_STORAGE_URL: 'https://s3.eu-west-2.amazonaws.com/isa-videos/',
  };
  expect(() => readEnv(settings, 'web')).toThrow('VIDEO_STORAGE_KEY_ID');
  expect(readEnv(settings, 'prepare').mediaFolder).toBe(path.join(folder, 'media'));
});

test('accepts live addresses in production', () => {
  expect(read(live)).toMatchObject({ production: true, paypal: { sandbox: false } });
});

test('accepts the name of the sample in production, which a company may have', () => {
  const name = sampleContact.legalName;
  expect(read({ ...live, SELLER_NAME: name }).seller.name).toBe(name);
});

test('writes contact details as pages show them, and sends mails from the same address', () => {
  const { contact, mailFrom, seller } = read({
    SUPPORT_EMAIL: 'desk@isa.example',
    SUPPORT_PHONE: ' +44\u00a020  7946 0958 ',
    SELLER_ADDRESS: ' 1 High Street,London SE1 1AA ,United Kingdom',
  });
  expect(contact).toEqual({
    ...sampleContact,
    email: 'desk@isa.example',
    phone: '+44 20 7946 0958',
    address: '1 High Street, London SE1\u00a01AA, United Kingdom',
  });
  expect(seller).toMatchObject({ name: contact.legalName, address: contact.address });
  expect(mailFrom).toBe('International Surveillance Academy <desk@isa.example>');
  expect(read({ MAIL_FROM: 'ISA <no-reply@isa.example>' }).mailFrom).toBe('ISA <no-reply@isa.example>');
});

test('has defaults for everything in development', () => {
  const env = read();

  expect(env).toMatchObject({ port: 3002, siteOrigin: 'http://localhost:3000', paypal: { sandbox: true } });
  expect(env.paypal.merchantId).toBe(sampleMerchant.id);
  expect(env.databaseUrl).toBeUndefined();
});

test.each([
  ['https://isa.example', 'https://office.isa.example'],
  ['http://localhost:3000', 'http://office.localhost:3000'],
  ['http://127.0.0.1:3000', 'http://office.localhost:3000'],
  ['http://[::1]:3000', 'http://office.localhost:3000'],
])('gives the office of %s the origin %s', (SITE_ORIGIN, officeOrigin) => {
  expect(read({ SITE_ORIGIN })).toMatchObject({ officeOrigin });
});

test('rejects an office on the host of the site', () => {
  expect(() => read({ OFFICE_ORIGIN: 'http://localhost:4000' })).toThrow(/OFFICE_ORIGIN/);
});

test('treats an empty variable as absent', () => {
  expect(read({ API_PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3002, databaseUrl: undefined });
});

test('generates the secret once, readable by its owner only', () => {
  const { secret } = read();
  const file = path.join(folder, 'secret');

  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(read().secret).toBe(secret);
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});
