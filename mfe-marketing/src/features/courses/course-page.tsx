import type { Course, AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps, useHost } from '@isa/contract';
import { Alert, Container, Heading, media, Prose, Section, Stack, Text, tokens } from '@isa/ui';
import { CourseHeadArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { NextSteps } from '../../shared/next-steps';
import { PageTitle } from '../../shared/page-intro';
import { PointList } from '../../shared/point-list';
import { ProofBand } from '../../shared/proof-band';
import { Route } from '../../shared/route';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { ListsBelow } from '../../shared/sidebar/sidebar';
import { courseStructuredData } from '../../shared/structured-data';
import type { UpcomingRun } from '../../shared/upcoming-run';
import { BookingCard } from './booking-card';
import { categoryOf, coursesCrumb } from './categories';
import { CourseSections } from './course-sections';

/** The title on paper and the course on white, with the picture over both. */
const Sheet = styled(Section)`
  isolation: isolate;
  overflow: clip;
  padding-block: ${tokens.space(6)} ${tokens.sectionSpace};
  ${media.up('lg')} {
    padding-top: ${tokens.space(14)};
  }
`;

/** Title, booking card and course below each other; on wide screens the card is alongside the others, from the title down. */
const CourseGrid = styled.div`
  display: grid;
  gap: ${tokens.space(12)};
  > * {
    min-width: 0;
  }
  ${media.up('lg')} {
    grid-template: auto 1fr / minmax(0, 1fr) 21rem;
    column-gap: clamp(${tokens.space(12)}, 6vw, ${tokens.space(20)});
    /* The card's column is as high as the page, so that the card can stick. */
    > :nth-child(2) {
      grid-area: 1 / 2 / span 2;
    }
  }
`;

const Head = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
`;

const Picture = styled.div`
  position: relative;
  aspect-ratio: 3 / 2;
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  background: ${tokens.color.ink};
  img {
    height: 100%;
    object-fit: cover;
  }
  ${media.up('md')} {
    aspect-ratio: 21 / 9;
  }
`;

/** The course on white. The white begins behind the picture above and is as wide as the window. */
const Body = styled(Stack)`
  position: relative;
  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: -${tokens.space(6)} -100vw calc(-1 * ${tokens.sectionSpace});
    background: ${tokens.color.card};
    ${media.up('lg')} {
      top: -12rem;
    }
  }
`;

/** The title of a module is alongside its points where the window is wide. */
const Module = styled.div`
  display: grid;
  gap: ${tokens.space(3)} ${tokens.space(6)};
  ${media.up('xl')} {
    grid-template-columns: minmax(0, 11rem) minmax(0, 1fr);
  }
`;

/** On tablets, where the card follows the picture. Phones have a bar at the bottom with this button. */
const Points = styled.ul`
  display: grid;
  gap: ${tokens.space(2)};
  max-width: ${tokens.measure};
  font-size: 1rem;
  line-height: 1.5;
  color: var(--isa-muted);
  text-wrap: pretty;
`;

interface CourseData {
  readonly course: Course;
  readonly sidebar: SidebarData;
  readonly run: UpcomingRun | undefined;
  readonly proof: AcademyProof;
}

export default function CoursePage({ data: { course, sidebar, run, proof } }: PageProps<CourseData>) {
  const { site } = useHost();
  const { label } = categoryOf(course.category);
  const sections = [
    { id: 'audience', title: 'Who it is for', content: <Text>{course.audience}</Text> },
    { id: 'aims', title: 'Aims', content: <PointList points={course.aims} /> },
    {
      id: 'modules',
      title: 'Modules',
      content: (
        <Route
          labels="narrow"
          stations={course.modules.map(({ title, points }, index) => ({
            key: title,
            label: String(index + 1).padStart(2, '0'),
            content: (
              <Module>
                <Heading level={3} size="sm">
                  {title}
                </Heading>
                <Points>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </Points>
              </Module>
            ),
          }))}
        />
      ),
    },
    {
      id: 'held',
      title: 'Duration and place',
      content: [course.duration, course.place].map((text) => <Text key={text}>{text}</Text>),
    },
    { id: 'provided', title: 'What is provided', content: <PointList points={course.provided} /> },
    {
      id: 'apply',
      title: 'How to apply',
      content: (
        <>
          <Text>{course.apply}</Text>
          <NextSteps of="quote" level={3} />
        </>
      ),
    },
  ];
  return (
    <>
      <Sheet>
        <Container>
          <CourseGrid>
            <Head>
              <PageTitle
                title={course.name}
                description={course.summary}
                path={course.link}
                image={`/og/courses/${course.slug}.png`}
                jsonLd={[courseStructuredData(site, course)]}
                parents={[coursesCrumb, { label, to: paths.courseCategory(course.category) }]}
                lead={course.summary}
              />
              <Picture data-isa-screen-only>
                <CourseHeadArt slug={course.slug} />
              </Picture>
            </Head>
            <div>
              <BookingCard course={course} run={run} />
            </div>
            <Body gap={14}>
              <BelowFirstScreen>
                {course.notice && <Alert title="Please note">{course.notice}</Alert>}
                <CourseSections sections={sections}>
                  <Prose html={course.content} />
                </CourseSections>
              </BelowFirstScreen>
            </Body>
          </CourseGrid>
        </Container>
      </Sheet>
      <BelowFirstScreen>
        <ProofBand proof={proof} space="small" />
        <ListsBelow data={sidebar} currentPath={course.link} />
      </BelowFirstScreen>
    </>
  );
}
