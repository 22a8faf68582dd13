import type { Course, CourseRun, AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Band, Button, Heading, media, Prose, Stack, Text, tokens } from '@isa/ui';
import { CourseHeadArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { NextSteps } from '../../shared/next-steps';
import { PageIntro } from '../../shared/page-intro';
import { PointList } from '../../shared/point-list';
import { ProofBand } from '../../shared/proof-band';
import { Route } from '../../shared/route';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { ListsBelow } from '../../shared/sidebar/sidebar';
import { courseStructuredData } from '../../shared/structured-data';
import { ApplyButton, BookingCard } from './booking-card';
import { categoryOf, coursesCrumb } from './categories';
import { CourseSections } from './course-sections';

/** The card is first in the document, so that phones show it above the course. */
const CourseGrid = styled.div`
  display: grid;
  gap: ${tokens.space(12)};
  > * {
    min-width: 0;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr) 21rem;
    gap: clamp(${tokens.space(12)}, 6vw, ${tokens.space(20)});
    /* The column of the booking card is as high as the course, so that the card can stick. */
    > :first-child {
      grid-area: 1 / 2;
    }
    > :last-child {
      grid-area: 1 / 1;
    }
  }
`;

/** On narrow screens the booking card follows the picture, and a bar at the bottom has its button. */
const HeadAction = styled.div`
  display: none;
  ${media.up('lg')} {
    display: block;
  }
`;

const Points = styled.ul`
  display: grid;
  gap: ${tokens.space(2)};
  max-width: ${tokens.measure};
  font-size: 1rem;
  line-height: 1.5;
  color: var(--isa-muted);
`;

interface CourseData {
  readonly course: Course;
  readonly sidebar: SidebarData;
  readonly nextRun: CourseRun | undefined;
  readonly proof: AcademyProof;
}

export default function CoursePage({ data: { course, sidebar, nextRun, proof } }: PageProps<CourseData>) {
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
              <Stack gap={3}>
                <Heading level={3} size="sm">
                  {title}
                </Heading>
                <Points>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </Points>
              </Stack>
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
          <div>
            <Button as={Link} to={paths.contactForm} state={enquiryAbout(course.name)} variant="secondary">
              Go to the contact form
            </Button>
          </div>
          <NextSteps level={3} />
        </>
      ),
    },
  ];
  return (
    <>
      <PageIntro
        title={course.name}
        description={course.summary}
        path={course.link}
        image={`/og/courses/${course.slug}.png`}
        jsonLd={[courseStructuredData(site, course)]}
        parents={[coursesCrumb, { label, to: paths.courseCategory(course.category) }]}
        lead={course.summary}
        picture={<CourseHeadArt slug={course.slug} />}
        shape="spread"
      >
        <HeadAction>
          <ApplyButton course={course} />
        </HeadAction>
      </PageIntro>
      <Band tone="card">
        <CourseGrid>
          <div>
            <BookingCard course={course} nextRun={nextRun} />
          </div>
          <Stack gap={14}>
            {course.notice && <Alert title="Please note">{course.notice}</Alert>}
            <CourseSections sections={sections}>
              <Prose html={course.content} />
            </CourseSections>
          </Stack>
        </CourseGrid>
      </Band>
      <ProofBand proof={proof} space="small" />
      <ListsBelow data={sidebar} currentPath={course.link} />
    </>
  );
}
