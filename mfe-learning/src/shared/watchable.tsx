import { watchableToday } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Text, TextLink } from '@isa/ui';
import { type LessonEntry, recordedCount } from './lessons';

/** What a buyer can watch today, with a link to what the terms say about it. */
export function Watchable({ lessons }: { readonly lessons: readonly LessonEntry[] }) {
  const recorded = recordedCount(lessons);
  return (
    <Text size="small" muted>
      <span>{watchableToday(recorded, lessons.length)}</span>
      {recorded < lessons.length && (
        <>
          {' '}
          <TextLink as={Link} to={`${paths.legal('terms-and-conditions')}#licence`}>
            Details
          </TextLink>
        </>
      )}
    </Text>
  );
}
