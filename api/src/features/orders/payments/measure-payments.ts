import { traceCall } from '../../../platform/tracing/spans';
import { PaymentError, type PaymentProvider } from './provider';

/** @param result `succeeded`, or why the call failed. */
type PaymentMeter = (call: string, result: string, seconds: number) => void;

/** Measures and traces the calls to the provider, with their repetitions. */
export function measurePayments(provider: PaymentProvider, observe: PaymentMeter): PaymentProvider {
  async function measured<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const end = (result: string) => observe(call, result, (performance.now() - started) / 1000);
    try {
      const result = await traceCall(`paypal ${call}`, {}, run);
      end('succeeded');
      return result;
    } catch (error) {
      end(error instanceof PaymentError ? error.id : 'error');
      throw error;
    }
  }
  return {
    ...provider,
    createPayment: (payment, key) => measured('create', () => provider.createPayment(payment, key)),
    readPayment: (id) => measured('read', () => provider.readPayment(id)),
    capturePayment: (id, key) => measured('capture', () => provider.capturePayment(id, key)),
    refundCapture: (id, key) => measured('refund', () => provider.refundCapture(id, key)),
  };
}
