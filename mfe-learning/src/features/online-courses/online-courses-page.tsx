import { academy, CURRENCY, messages, type Premium, toDecimal } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, PageHead, type PageProps, type StructuredData } from '@isa/contract';
import { Band, Caption, Columns, EmptyState, Heading, Stack, StickyAction, Text, tokens } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { isoDuration } from '../../shared/durations';
import {
  COURSE_TITLE,
  areBeingFilmed,
  type LessonSummary,
  runningSeconds,
  shortPounds,
} from '../../shared/lessons';
import type { OnlineCourses } from '../../shared/load-courses';
import { OfferPrice, Price } from '../../shared/offer-price';
import { useAccess } from '../../shared/use-access';
import { Watchable } from '../../shared/watchable';
import { Banner, isForSale, OfferLabel, UnlockAction } from './banner';
import { Curriculum } from './curriculum';

export default function OnlineCoursesPage({ data }: PageProps<OnlineCourses>) {
  const { lessons, premium } = data;
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
      <Banner {...data} access={access} action={action} />
      <BelowFirstScreen>
        {access !== 'granted' && <Reasons />}
        {lessons.length === 0 ? (
          <Band tone="card">
            <EmptyState title={messages.lesson.none}>
              The lessons are being filmed. They will be listed here as soon as they can be watched.
            </EmptyState>
          </Band>
        ) : (
          <Curriculum lessons={lessons} owned={access === 'granted'} />
        )}
        {offered && (
          <>
            <Band tone="ink" space="small">
              <Columns from="md" widths="1fr 1fr" gap={8} wideGap={tokens.space(16)} align="center">
                <Stack gap={3}>
                  <Caption tone="accent">Premium access</Caption>
                  <Heading level={2}>One payment, the whole course</Heading>
                  <Text muted>
                    No subscription and no renewal. Watch on any device, as often as you like.
                  </Text>
                  <Watchable lessons={lessons} />
                </Stack>
                <Stack gap={5} align="start">
                  <OfferPrice premium={premium} count={lessons.length} access={access} />
                  <UnlockAction access={access} premium={premium} size="large">
                    <OfferLabel premium={premium} lessons={lessons} access={access} />
                  </UnlockAction>
                </Stack>
              </Columns>
            </Band>
            <StickyAction inPage={action} label="Unlock the course">
              <Price as="strong" $access={access}>
                {shortPounds(premium.price)}
              </Price>
              <UnlockAction access={access} premium={premium}>
                {areBeingFilmed(lessons) ? 'Pre-order' : 'Unlock'}
              </UnlockAction>
            </StickyAction>
          </>
        )}
      </BelowFirstScreen>
    </>
  );
}

const Unbroken = styled.span`
  white-space: nowrap;
`;

const reasons = [
  {
    title: 'Flexibility',
    text: 'Watch a lesson between shifts, on your phone or at your desk, stop anywhere and pick up where you left off.',
  },
  {
    title: 'Comprehensive training',
    text: 'Six topics in the order in which an operation needs them: from the question of whether it is lawful to the report on the client’s desk.',
  },
  {
    title: (
      <>
        <Unbroken>Up-to-date</Unbroken> techniques
      </>
    ),
    text: 'Methods as they are used today, on foot, on wheels and from a window, with the law, the vehicles and the phones of today.',
  },
] as const;

function Reasons() {
  return (
    <Band tone="paper">
      <Columns from="md" widths="1fr 1fr 1fr" gap={10}>
        {reasons.map(({ title, text }) => (
          <Stack key={text} gap={3}>
            <Heading level={2} size="md">
              {title}
            </Heading>
            <Text>{text}</Text>
          </Stack>
        ))}
      </Columns>
    </Band>
  );
}

const COURSE_DESCRIPTION =
  'Thirty-three video lessons in covert surveillance: law, preparation, observation posts, work on foot and ' +
  'on wheels, evidence and reporting. One payment, no subscription.';

/** Structured data by https://schema.org/Course. */
function courseStructuredData(lessons: readonly LessonSummary[], premium: Premium): StructuredData {
  const seconds = runningSeconds(lessons);
  return {
    '@type': 'Course',
    name: COURSE_TITLE,
    description: COURSE_DESCRIPTION,
    inLanguage: 'en-GB',
    provider: { '@type': 'Organization', name: academy.name },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: toDecimal(premium.price),
      priceCurrency: CURRENCY,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(seconds > 0 && { courseWorkload: isoDuration(seconds) }),
    },
  };
}
