import type { ProblemId } from '@isa/api-contract';
import { ProblemError } from '../../http/problem-error';
import { PaymentError, type PaymentErrorId } from './payments/provider';

const problemIds: Readonly<Record<PaymentErrorId, ProblemId>> = {
  declined: 'payment-declined',
  'not-approved': 'order-not-approved',
  unknown: 'order-not-payable',
  'already-captured': 'order-not-payable',
  'not-authentic': 'invalid-signature',
  refused: 'payment-unavailable',
  unavailable: 'payment-unavailable',
};

/** Translates a failed payment call for the buyer; other errors are returned unchanged. */
export function toProblem(error: unknown): unknown {
  return error instanceof PaymentError ? new ProblemError(problemIds[error.id], { cause: error }) : error;
}
