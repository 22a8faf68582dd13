import { timed } from '../../../platform/timing';
import { traceCall } from '../../../platform/tracing/spans';
import { PaymentError, type PaymentProvider } from './provider';

/** @param result `succeeded`, or why the call failed. */
type PaymentMeter = (call: string, result: string, seconds: number) => void;

export function measurePayments(provider: PaymentProvider, observe: PaymentMeter): PaymentProvider {
  const measured =
    <Inputs extends unknown[], Result>(call: string, run: (...inputs: Inputs) => Promise<Result>) =>
    (...inputs: Inputs): Promise<Result> =>
      timed(
        () => traceCall(`paypal ${call}`, {}, () => run(...inputs)),
        (seconds, failure) => observe(call, failure ? reasonOf(failure.error) : 'succeeded', seconds),
      );
  return {
    ...provider,
    createPayment: measured('create', provider.createPayment),
    readPayment: measured('read', provider.readPayment),
    capturePayment: measured('capture', provider.capturePayment),
    refundCapture: measured('refund', provider.refundCapture),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof PaymentError ? error.id : 'error';
}
