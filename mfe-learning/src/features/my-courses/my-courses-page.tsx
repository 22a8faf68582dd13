import { calls, messages } from '@isa/api-contract';
import { PageHead, type PageProps, paths, useHost, useRequest, useSession } from '@isa/contract';
import { Link, Navigate } from '@isa/contract/router';
import { Alert, Button, Container, EmptyState, Heading, Section, Stack, Text } from '@isa/ui';
import { useEffect } from 'react';
import { LessonCard, LessonGrid } from '../../shared/lesson-card';
import type { OnlineCourses } from '../../shared/load-courses';
import { CourseProgress } from '../../shared/progress/course-progress';
import { useProgress } from '../../shared/progress/use-progress';
import { CardSkeletons } from './card-skeletons';
import { ContinueCard } from './continue-card';
import { continueWith } from './continue-with';
import { excerpt } from './excerpt';

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
      <Section tone="paper" space="small">
        <Container>
          <Stack gap={8}>
            <Heading level={1}>My Online Courses</Heading>
            <Purchased {...data} />
          </Stack>
        </Container>
      </Section>
    </>
  );
}

/** The lessons that this customer has bought (specification §2), in the course's order. */
function Purchased({ lessons }: OnlineCourses) {
  const host = useHost();
  const status = useSession((session) => session.status);
  const request = useRequest(status === 'in' ? 'courses' : undefined, (signal) =>
    host.api(calls.coursesByUser, { body: {} }, { signal }),
  );
  const progress = useProgress();
  const failure = request.error?.id;

  useEffect(() => {
    if (failure === 'not-signed-in') host.session.expired();
    else if (failure) host.toasts.show({ tone: 'error', text: messages.somethingWrong });
  }, [failure, host]);

  if (request.status === 'failed') {
    return (
      <Alert
        tone="error"
        title="Your courses could not be loaded"
        action={
          <Button variant="secondary" onClick={request.retry}>
            Try again
          </Button>
        }
      >
        Nothing is lost. Please check your connection and try again.
      </Alert>
    );
  }
  if (request.status !== 'ready' || progress.status === 'loading') return <CardSkeletons />;

  const bought = new Set(request.data.courses.map((course) => course.course_id));
  const mine = lessons.filter(({ id }) => bought.has(id));
  if (mine.length === 0) {
    return (
      <EmptyState
        title={messages.lesson.nonePurchased}
        action={
          <Button as={Link} to={paths.onlineCourses} variant="primary">
            See all online courses
          </Button>
        }
      >
        As soon as you unlock the course, every lesson is listed here.
      </EmptyState>
    );
  }
  const offer = continueWith(mine, progress.lessons);
  return (
    <>
      <CourseProgress lessons={mine} progress={progress.lessons} />
      {offer ? <ContinueCard offer={offer} /> : <Text>You have watched every lesson. Well done.</Text>}
      <LessonGrid>
        {mine.map((lesson) => (
          <LessonCard key={lesson.id} lesson={lesson} level={2}>
            <Text size="small" muted>
              {excerpt(lesson.summary)}
            </Text>
          </LessonCard>
        ))}
      </LessonGrid>
    </>
  );
}
