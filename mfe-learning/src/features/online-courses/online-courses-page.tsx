import { messages } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Container, EmptyState, Section } from '@isa/ui';
import { COURSE_TITLE } from '../../shared/course';
import type { OnlineCourses } from '../../shared/load-courses';
import { Banner } from './banner';
import { COURSE_DESCRIPTION, courseStructuredData } from './course';
import { Curriculum } from './curriculum';
import { Reasons } from './reasons';

export default function OnlineCoursesPage({ data: { lessons, premium } }: PageProps<OnlineCourses>) {
  return (
    <>
      <PageHead
        title={`Online Courses: ${COURSE_TITLE}`}
        description={COURSE_DESCRIPTION}
        path={paths.onlineCourses}
        image="/og/online-courses.png"
        jsonLd={lessons.length > 0 ? [courseStructuredData(lessons, premium)] : undefined}
      />
      <Banner lessons={lessons} premium={premium} />
      <Reasons />
      {lessons.length === 0 ? (
        <Section tone="card">
          <Container>
            <EmptyState title={messages.lesson.none}>
              The lessons are being filmed. They will be listed here as soon as they can be watched.
            </EmptyState>
          </Container>
        </Section>
      ) : (
        <Curriculum lessons={lessons} />
      )}
    </>
  );
}
