import { messages } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Band, EmptyState } from '@isa/ui';
import { COURSE_TITLE } from '../../shared/lessons';
import type { OnlineCourses } from '../../shared/load-courses';
import { Banner } from './banner';
import { Curriculum } from './curriculum';
import { Reasons } from './reasons';
import { COURSE_DESCRIPTION, courseStructuredData } from './structured-data';

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
        <Band tone="card">
          <EmptyState title={messages.lesson.none}>
            The lessons are being filmed. They will be listed here as soon as they can be watched.
          </EmptyState>
        </Band>
      ) : (
        <Curriculum lessons={lessons} />
      )}
    </>
  );
}
