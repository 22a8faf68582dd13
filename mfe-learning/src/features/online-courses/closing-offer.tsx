import { type Premium, watchableToday } from '@isa/api-contract';
import { Band, Caption, Columns, Heading, Stack, Text, tokens } from '@isa/ui';
import { type LessonSummary, recordedCount } from '../../shared/lessons';
import { OfferPrice } from '../../shared/offer-price';
import type { Access } from '../../shared/use-access';
import { UnlockAction } from './unlock-action';

interface ClosingOfferProps {
  readonly lessons: readonly LessonSummary[];
  readonly premium: Premium;
  readonly access: Access;
}

/** The offer again, below the last lesson. */
export function ClosingOffer({ lessons, premium, access }: ClosingOfferProps) {
  return (
    <Band tone="ink" space="small">
      <Columns from="md" widths="1fr 1fr" gap={8} wideGap={tokens.space(16)} align="center">
        <Stack gap={3}>
          <Caption tone="accent">Premium access</Caption>
          <Heading level={2}>One payment, the whole course</Heading>
          <Text muted>
            No subscription and no renewal. Watch on any device, as often as you like.{' '}
            {watchableToday(recordedCount(lessons), lessons.length)}
          </Text>
        </Stack>
        <Stack gap={5} align="start">
          <OfferPrice premium={premium} count={lessons.length} />
          <UnlockAction access={access} premium={premium} size="large" />
        </Stack>
      </Columns>
    </Band>
  );
}
