import { messages } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Band, EmptyState, StickyAction } from '@isa/ui';
import { useRef } from 'react';
import { COURSE_TITLE, shortPounds } from '../../shared/lessons';
import type { OnlineCourses } from '../../shared/load-courses';
import { useAccess } from '../../shared/use-access';
import { Banner, isForSale } from './banner';
import { ClosingOffer } from './closing-offer';
import { Curriculum } from './curriculum';
import { Reasons } from './reasons';
import { COURSE_DESCRIPTION, courseStructuredData } from './structured-data';
import { UnlockAction } from './unlock-action';

export default function OnlineCoursesPage({ data: { lessons, premium } }: PageProps<OnlineCourses>) {
  const { access } = useAccess();
  const action = useRef<HTMLDivElement>(null);
  const offered = lessons.length > 0 && isForSale(access);
  return (
    <>
      <PageHead
        title={`Online Courses: ${COURSE_TITLE}`}
        description={COURSE_DESCRIPTION}
        path={paths.onlineCourses}
        image="/og/online-courses.png"
        jsonLd={lessons.length > 0 ? [courseStructuredData(lessons, premium)] : undefined}
      />
      <Banner lessons={lessons} premium={premium} access={access} action={action} />
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
      {offered && (
        <>
          <ClosingOffer lessons={lessons} premium={premium} access={access} />
          <StickyAction inPage={action} label="Unlock the course">
            <strong>{shortPounds(premium.price)}</strong>
            <UnlockAction access={access} premium={premium}>
              Unlock
            </UnlockAction>
          </StickyAction>
        </>
      )}
    </>
  );
}
