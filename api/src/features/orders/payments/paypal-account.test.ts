import { describeProvider } from '../testing/provider-contract';
import { createPaypalClient } from './paypal-client';

/**
 * Runs the contract against a real PayPal sandbox account:
 * `PAYPAL_CONTRACT_CLIENT_ID=… PAYPAL_CONTRACT_CLIENT_SECRET=… PAYPAL_CONTRACT_MERCHANT_ID=… npx jest paypal-account --selectProjects api -t "fulfilled by a PayPal account"`.
 * Steps that need a person at PayPal's page are tested by the journeys.
 */
const clientId = process.env['PAYPAL_CONTRACT_CLIENT_ID'];
const clientSecret = process.env['PAYPAL_CONTRACT_CLIENT_SECRET'];
const merchantId = process.env['PAYPAL_CONTRACT_MERCHANT_ID'];

if (clientId !== undefined && clientSecret !== undefined && merchantId !== undefined) {
  const settings = {
    apiOrigin: 'https://api-m.sandbox.paypal.com',
    clientId,
    clientSecret,
    webhookId: 'unused',
    merchantId,
    brandName: 'Academy',
    timeoutMs: 20_000,
    retryPauseMs: 500,
    stopMs: 1000,
  };
  const underTest = {
    provider: createPaypalClient(settings),
    stranger: createPaypalClient({ ...settings, clientSecret: 'wrong-secret' }),
    merchantId,
    approve: () => undefined,
  };
  describeProvider('a PayPal account', () => underTest, { buyer: false });
} else {
  it.todo(
    'the payment provider contract, fulfilled by a PayPal account: needs PAYPAL_CONTRACT_CLIENT_ID, _CLIENT_SECRET and _MERCHANT_ID',
  );
}
