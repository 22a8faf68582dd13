import { EntitySchema } from 'typeorm';
import { id, instant, optional, words } from './columns';

/** A webhook of the payment provider, kept so that its repetitions are known. */
export interface PaymentEventRow {
  readonly id: number;
  /** The provider's own id of the event; repeated deliveries carry the same. */
  readonly eventId: string;
  readonly type: string;
  readonly receivedAt: Date;
  /** When the order it tells about had been brought in step; a delivery before that is worked on again. */
  settledAt: Date | null;
}

export const PaymentEvents = new EntitySchema<PaymentEventRow>({
  name: 'PaymentEvent',
  tableName: 'payment_events',
  columns: {
    id,
    eventId: words(100),
    type: words(100),
    receivedAt: instant,
    settledAt: optional(instant),
  },
  indices: [{ name: 'uq_payment_events_event_id', columns: ['eventId'], unique: true }],
});
