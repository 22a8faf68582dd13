import { otherContactSettings } from './contact';

/** What production needs, with nothing of a sandbox. */
export const liveEnvironment = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://isa.example',
  APP_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:1',
  ...otherContactSettings,
  PAYPAL_CLIENT_ID: 'live-client',
  PAYPAL_CLIENT_SECRET: 'live-secret',
  PAYPAL_WEBHOOK_ID: 'live-webhook',
  PAYPAL_MERCHANT_ID: 'live-merchant',
  PAYPAL_API_URL: 'https://api-m.paypal.com',
  PAYPAL_SDK_URL: 'https://www.paypal.com/sdk/js',
};
