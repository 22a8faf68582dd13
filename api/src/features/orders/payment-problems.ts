import { ProblemError } from '../../http/problem-error';
import { PaymentError } from './payments/provider';

/** What the buyer is told of a failed payment call; everything else passes as it is. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof PaymentError)) return error;
  switch (error.id) {
    case 'declined':
      return new ProblemError('payment-declined', { cause: error });
    case 'not-approved':
      return new ProblemError('order-not-approved', { cause: error });
    case 'unknown':
    case 'already-captured':
      return new ProblemError('order-not-payable', { cause: error });
    case 'not-authentic':
      return new ProblemError('invalid-signature', { cause: error });
    case 'refused':
    case 'unavailable':
      return new ProblemError('payment-unavailable', { cause: error });
  }
}
