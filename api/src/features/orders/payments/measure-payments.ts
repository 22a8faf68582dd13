import { traceCall } from '../../../platform/tracing/spans';
import { PaymentError, type PaymentProvider } from './provider';

/** @param result `succeeded`, or why the call failed. */
type PaymentMeter = (call: string, result: string, seconds: number) => void;

export function measurePayments(provider: PaymentProvider, observe: PaymentMeter): PaymentProvider {
  const measured =
    <Inputs extends unknown[], Result>(call: string, run: (...inputs: Inputs) => Promise<Result>) =>
    (...inputs: Inputs): Promise<Result> =>
      measure(call, () => run(...inputs));

  async function measure<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
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
    createPayment: measured('create', provider.createPayment),
    readPayment: measured('read', provider.readPayment),
    capturePayment: measured('capture', provider.capturePayment),
    refundCapture: measured('refund', provider.refundCapture),
  };
}
