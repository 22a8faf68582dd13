import { Skeleton, Spinner, Stack } from '@isa/ui';
import { LessonGrid } from '../../shared/lesson-card';

/** Six cards to come, in the shape that they will have. */
export function CardSkeletons() {
  return (
    <>
      <Spinner label="Loading your courses" />
      <LessonGrid aria-hidden>
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index}>
            <Stack gap={3}>
              <Skeleton ratio="16 / 9" />
              <Skeleton height="1.5rem" width="80%" />
              <Skeleton height="3rem" />
            </Stack>
          </li>
        ))}
      </LessonGrid>
    </>
  );
}
