/** The services outside of the installation, which listen on ports of the same machine. */
export const OUTSIDE = {
  site: 'https://academy.example',
  paypal: 'https://api-m.paypal.com:8443',
  sandboxPort: 9800,
  mailPort: 8465,
  mailPassword: 'the-first-password',
  bucketPort: 9920,
  /** Where the tests let a buyer buy, and read mails. */
  controlPort: 9900,
  clientId: 'academy-client',
  clientSecret: 'academy-client-secret',
  merchantId: 'ACADEMY22MERC',
  webhookId: 'academy-webhook',
  store: '/var/lib/isa-store',
} as const;
