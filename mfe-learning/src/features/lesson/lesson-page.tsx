import { PageHead, type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Container, Lead, media, Prose, Section, Skeleton, TextLink, tokens } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useAccess } from '../../shared/use-access';
import { CoursePanel, PANEL_HEIGHT } from './course-panel';
import { HiddenLesson } from './hidden-lesson';
import { LessonTitle } from './lesson-title';
import type { LessonData } from './load-lesson';
import { Neighbours } from './neighbours';
import { LessonPlayer } from './player/lesson-player';
import { SameTopic } from './same-topic';
import { Stage } from './stage';
import { lessonVideo } from './structured-data';
import { Unlock } from './unlock';

export default function LessonPage({ data: { lesson, premium, syllabus } }: PageProps<LessonData>) {
  const { site } = useHost();
  const check = useAccess();
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { access } = check;
  const position = syllabus.findIndex(({ id }) => id === lesson.id);
  const next = syllabus[position + 1];
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
      <Section tone="ink" space="small">
        <Container>
          <AllCourses>
            <TextLink as={Link} to={paths.onlineCourses}>
              All Online Courses
            </TextLink>
          </AllCourses>
          {access === 'hidden' ? (
            <HiddenLesson />
          ) : (
            <Theatre>
              <Stage key={lesson.id} lesson={lesson} check={check}>
                <LessonPlayer
                  lesson={lesson}
                  next={next}
                  video={video}
                  onVideo={setVideo}
                  onRefused={check.refuse}
                />
              </Stage>
              <LessonTitle lesson={lesson} count={syllabus.length} />
              <Side>
                {access === 'granted' && (
                  <CoursePanel video={video} lessons={syllabus} currentId={lesson.id} />
                )}
                {(access === 'visitor' || access === 'locked') && (
                  <Unlock access={access} premium={premium} product={lesson} count={syllabus.length} />
                )}
                {access === 'checking' && <Skeleton height="100%" />}
              </Side>
            </Theatre>
          )}
        </Container>
      </Section>
      {access !== 'hidden' && (
        <Section tone="paper" space="small">
          <Container>
            <Description>
              <Words>
                <Lead>{lesson.summary}</Lead>
                {lesson.content && <Prose html={lesson.content} />}
                <Neighbours before={syllabus[position - 1]} after={next} />
              </Words>
              {access !== 'granted' && <SameTopic lesson={lesson} syllabus={syllabus} />}
            </Description>
          </Container>
        </Section>
      )}
    </>
  );
}

const AllCourses = styled.nav`
  margin-bottom: ${tokens.space(5)};

  a::before {
    content: '← ';
  }
`;

const Theatre = styled.div`
  display: grid;
  gap: ${tokens.space(6)};

  ${media.up('xl')} {
    grid-template-columns: minmax(0, 1fr) 23rem;
    gap: ${tokens.space(6)} ${tokens.space(8)};
  }
`;

/** Below the picture it is as high in every state as the course's panel, so that what follows stays where it is. */
const Side = styled.div`
  position: relative;
  display: grid;
  min-height: ${PANEL_HEIGHT};

  ${media.up('xl')} {
    min-height: 0;
    grid-column: 2;
    grid-row: 1 / span 2;
  }
`;

const Description = styled.div`
  display: grid;
  gap: ${tokens.space(10)} ${tokens.space(8)};

  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr) 23rem;
    align-items: start;
  }
`;

const Words = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
`;
