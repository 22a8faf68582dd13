import { formatPounds, isRecorded, type Lesson, lessonNumber, messages, toDecimal } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import {
  BelowFirstScreen,
  GUEST_SELECTOR,
  PageHead,
  type PageProps,
  type StructuredData,
  useHost,
} from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Button,
  Caption,
  Card,
  Columns,
  Heading,
  Lead,
  media,
  Prose,
  Skeleton,
  Stack,
  Text,
  TextLink,
  tokens,
} from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { formatDuration, isoDuration } from '../../shared/durations';
import { areBeingFilmed, COURSE_TITLE } from '../../shared/lessons';
import { OfferPrice, Price } from '../../shared/offer-price';
import { useAccess } from '../../shared/use-access';
import { CoursePanel, PANEL_HEIGHT } from './course-panel';
import type { LessonData } from './load-lesson';
import { Neighbours, SameTopic } from './other-lessons';
import { LessonPlayer } from './player/lesson-player';
import { VideoFrame } from './player/notices';
import { Stage } from './stage';
import { SessionEnded, Unlock } from './unlock';

export default function LessonPage({ data: { lesson, premium, syllabus } }: PageProps<LessonData>) {
  const { site } = useHost();
  const check = useAccess();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const { access } = check;
  const [hadAccess, setHadAccess] = useState(false);
  if (access === 'granted' && !hadAccess) setHadAccess(true);
  // The session has expired or was ended on another device, because a logout loads the page again.
  const ended = hadAccess && access === 'visitor';
  const isOffered = (access === 'visitor' || access === 'locked') && !ended;
  const position = syllabus.findIndex(({ id }) => id === lesson.id);
  const next = syllabus[position + 1];
  const recorded = isRecorded(lesson);
  const neighbours = <Neighbours before={syllabus[position - 1]} after={next} />;
  return (
    <>
      <PageHead
        title={lesson.title}
        description={lesson.summary}
        path={paths.lesson(lesson.id)}
        image={`/og/lesson-${lesson.id}.png`}
        crumbs={[
          { label: 'Online Courses', to: paths.onlineCourses },
          { label: lesson.title, to: paths.lesson(lesson.id) },
        ]}
        jsonLd={[lessonVideo(lesson, site.origin)]}
      />
      <Band tone="ink" space="small">
        <AllCourses>
          <TextLink as={Link} to={paths.onlineCourses}>
            All Online Courses
          </TextLink>
        </AllCourses>
        {access === 'hidden' ? (
          <HiddenLesson />
        ) : (
          <Columns from="xl" widths="1fr 23rem" gap={6} wideGap={`${tokens.space(6)} ${tokens.space(8)}`}>
            {access === 'granted' ? (
              <Screen ref={setScreen}>
                <LessonPlayer
                  key={lesson.id}
                  lesson={lesson}
                  next={next}
                  screen={screen}
                  video={video}
                  onVideo={setVideo}
                  onRefused={check.refuse}
                />
              </Screen>
            ) : (
              <Stage
                key={lesson.id}
                lesson={lesson}
                filmedCourse={areBeingFilmed(syllabus)}
                check={check}
                ended={ended}
              />
            )}
            <Stack gap={2}>
              <Caption>{`Lesson ${lessonNumber(lesson.id)} of ${syllabus.length} / ${lesson.topic}`}</Caption>
              <Heading level={1} size="lg">
                {lesson.title}
              </Heading>
              <Facts>
                <span>
                  {recorded
                    ? formatDuration(lesson.durationSeconds)
                    : `About ${formatDuration(lesson.durationSeconds)} once filmed`}
                </span>
                {(isOffered || access === 'checking') && (
                  <Price
                    $access={access}
                  >{`Listed at ${formatPounds(lesson.price)}, sold only together`}</Price>
                )}
              </Facts>
            </Stack>
            {/* The column would be empty after a failed check. */}
            {access !== 'failed' && (
              <SideColumn $offer={isOffered}>
                {access === 'granted' && (
                  <CoursePanel video={video} lessons={syllabus} currentId={lesson.id} />
                )}
                {ended && <SessionEnded />}
                {isOffered && (
                  <Unlock access={access} premium={premium} product={lesson} lessons={syllabus} />
                )}
                {access === 'checking' && (
                  <>
                    <Loading data-isa-scripts-only>
                      <Skeleton height="100%" />
                    </Loading>
                    {/* Accounts and the player need scripts, so the offer has no button. */}
                    <noscript>
                      <Card>
                        <Stack gap={4}>
                          <OfferPrice premium={premium} count={syllabus.length} access="visitor" />
                          <Text>{messages.lesson.loginNeeded}</Text>
                          <Text size="small" muted>
                            Accounts and videos need JavaScript: please switch it on for this site.
                          </Text>
                        </Stack>
                      </Card>
                    </noscript>
                  </>
                )}
              </SideColumn>
            )}
          </Columns>
        )}
      </Band>
      {access !== 'hidden' && (
        <BelowFirstScreen>
          <Band tone="paper" space="small">
            <Columns from="lg" widths="1fr 23rem" gap={10} wideGap={tokens.space(8)} align="start">
              <Stack gap={6}>
                <Lead>{lesson.summary}</Lead>
                {lesson.content && <Prose html={lesson.content} />}
                {access !== 'granted' && neighbours}
              </Stack>
              {/* The panel alongside the video lists the lessons of an owner. */}
              {access === 'granted' ? neighbours : <SameTopic lesson={lesson} syllabus={syllabus} />}
            </Columns>
          </Band>
        </BelowFirstScreen>
      )}
    </>
  );
}

/** Replaces the course when the permission check responds with 404 (specification §4). */
function HiddenLesson() {
  return (
    <Stack gap={4}>
      <Heading level={1} size="lg">
        We could not find your account
      </Heading>
      <Text>Please log out and log in again, or write to us.</Text>
      <div>
        <Button as={Link} to={paths.contact} variant="secondary">
          Contact us
        </Button>
      </div>
    </Stack>
  );
}

/** What fills the screen. It stays while a lesson follows another, because the browser leaves full screen without it. */
const Screen = styled.div`
  &:fullscreen ${VideoFrame} {
    position: fixed;
    inset: 0;
    aspect-ratio: auto;
  }
`;

const AllCourses = styled.nav`
  margin-bottom: ${tokens.space(5)};

  a::before {
    content: '← ';
  }
`;

/** Below the video it has one height in all states of a customer and one in a guest's, so that there is no layout shift. */
const SideColumn = styled.div<{ readonly $offer: boolean }>`
  position: relative;
  display: grid;
  min-height: ${PANEL_HEIGHT};
  /* The offer is as high as its content; the panel of lessons fills the column. */
  align-content: ${({ $offer }) => ($offer ? 'start' : 'stretch')};
  ${media.down('xl')} {
    ${GUEST_SELECTOR} & {
      min-height: 21.5rem;
    }
  }
  ${media.down('md')} {
    ${GUEST_SELECTOR} & {
      min-height: 23rem;
    }
  }

  ${media.up('xl')} {
    min-height: 0;
    grid-column: 2;
    grid-row: 1 / span 2;
  }
`;

const Loading = styled.div`
  display: grid;
`;

const Facts = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${tokens.space(1)} ${tokens.space(6)};
  font-family: ${tokens.font.mono};
  font-size: 0.9375rem;
  font-variant-numeric: tabular-nums;
`;

/** By https://schema.org/VideoObject: a recording without its URL, which needs a ticket, or a sample. */
function lessonVideo(lesson: Lesson, origin: string): StructuredData {
  return {
    '@type': 'VideoObject',
    description: lesson.summary,
    thumbnailUrl: origin + lesson.imgSrc,
    ...(isRecorded(lesson)
      ? { name: lesson.title, duration: isoDuration(lesson.durationSeconds), isAccessibleForFree: false }
      : {
          name: `${lesson.title} (sample)`,
          ...(lesson.trailerVideoSrc && { contentUrl: origin + lesson.trailerVideoSrc }),
          isAccessibleForFree: true,
        }),
    inLanguage: 'en-GB',
    isPartOf: { '@type': 'Course', name: COURSE_TITLE, url: origin + paths.onlineCourses },
    offers: { '@type': 'Offer', price: toDecimal(lesson.price), priceCurrency: lesson.currency },
  };
}
