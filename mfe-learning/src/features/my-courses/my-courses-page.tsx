import { calls, excerpt, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, type PageProps, useHost, useRequest, useSession } from '@isa/contract';
import { Link, Navigate } from '@isa/contract/router';
import {
  Band,
  Button,
  Columns,
  EmptyState,
  Heading,
  NeedsScripts,
  RetryAlert,
  Skeleton,
  Spinner,
  Stack,
  Text,
  tokens,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { useEffect } from 'react';
import { areBeingFilmed, type LessonSummary, topicsOf } from '../../shared/lessons';
import { Topic } from '../../shared/topic';
import type { OnlineCourses } from '../../shared/load-courses';
import { CourseProgress } from '../../shared/progress/course-progress';
import { useNewestProgress } from '../../shared/progress/progress';
import { ContinueCard, continueWith } from './continue-card';
import { FilmingCard } from './filming-card';

/** How many characters of a summary are shown (specification §9). */
const EXCERPT_LENGTH = 100;

export default function MyCoursesPage({ data }: PageProps<OnlineCourses>) {
  const status = useSession((session) => session.status);
  if (status === 'out') return <Navigate to={paths.login(paths.myCourses)} replace />;
  return (
    <>
      <PageHead
        title="My Online Courses"
        description="The online courses that you have bought."
        path={paths.myCourses}
        noIndex
      />
      <Band tone="paper" space="small">
        <Stack gap={8}>
          <Heading level={1}>My Online Courses</Heading>
          <NeedsScripts />
          <Purchased {...data} />
        </Stack>
      </Band>
    </>
  );
}

function Purchased({ lessons, allHavePreviews, premium }: OnlineCourses) {
  const host = useHost();
  const status = useSession((session) => session.status);
  const request = useRequest(status === 'in' ? 'courses' : undefined, (signal) =>
    host.api(calls.coursesByUser, { body: {} }, { signal }),
  );
  const progress = useNewestProgress();
  const failure = request.error?.id;

  useEffect(() => {
    if (failure && failure !== 'not-signed-in')
      host.toasts.show({ tone: 'error', text: messages.somethingWrong });
  }, [failure, host]);

  if (request.status === 'failed') {
    return (
      <RetryAlert title="Your courses could not be loaded" retry={request.retry}>
        Nothing is lost. Please check your connection and try again.
      </RetryAlert>
    );
  }
  if (request.status !== 'ready' || progress.status === 'loading') return <ListSkeleton />;

  const purchased = new Set(request.data.courses.map((course) => course.course_id));
  const purchasedLessons = lessons.filter(({ id }) => purchased.has(id));
  if (purchasedLessons.length === 0) {
    return (
      <Columns from="lg" widths="5fr 7fr" gap={10} wideGap={tokens.space(16)} align="center">
        <EmptyState
          belowHeading
          title={messages.lesson.nonePurchased}
          action={
            <Button as={Link} to={paths.onlineCourses} variant="primary">
              See all online courses
            </Button>
          }
        >
          Once you unlock the course, every lesson will appear here.
        </EmptyState>
        <PageArt name="study" />
      </Columns>
    );
  }
  const topics = topicsOf(purchasedLessons);
  const continuation = continueWith(purchasedLessons, progress.lessons);
  // There is nothing to continue while every lesson is being filmed.
  const filming = premium.preOrder && continuation?.kind === 'start';
  const courseProgress = <CourseProgress lessons={purchasedLessons} progress={progress.lessons} />;
  return (
    <>
      {filming ? (
        <FilmingCard lessons={purchasedLessons} sample={allHavePreviews ? continuation.lesson : undefined} />
      ) : continuation ? (
        <ContinueCard continuation={continuation}>{courseProgress}</ContinueCard>
      ) : (
        <>
          <Text>You have watched every lesson. Well done.</Text>
          {courseProgress}
        </>
      )}
      <div>
        {topics.map(({ title, lessons: ofTopic }, index) => (
          <Topic
            key={title}
            title={title}
            lessons={ofTopic}
            filmedCourse={areBeingFilmed(lessons)}
            owned
            index={index}
            startsOpen={title === (continuation?.lesson.topic ?? topics[0]?.title)}
            level={2}
            textOf={textOf}
          />
        ))}
      </div>
    </>
  );
}

function textOf({ summary }: LessonSummary): string {
  return excerpt(summary, EXCERPT_LENGTH, '...');
}

function ListSkeleton() {
  return (
    <>
      <Spinner label="Loading your courses" />
      <Columns from="md" widths="18rem 1fr" gap={6} align="center" aria-hidden>
        <Skeleton ratio="16 / 9" />
        <Stack gap={4}>
          <Skeleton height="4rem" />
          <Skeleton height="2.875rem" width="14rem" />
        </Stack>
      </Columns>
      <Stack gap={6} aria-hidden>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="3.5rem" />
        ))}
      </Stack>
    </>
  );
}
