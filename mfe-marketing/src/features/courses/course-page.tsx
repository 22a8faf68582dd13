import type { Course } from '@isa/api-contract';
import { PageHead, type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Prose, Stack, tokens, Viewfinder } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { WithSidebar } from '../../shared/sidebar/with-sidebar';
import { courseThing, homeCrumb } from '../../shared/structured-data';
import { enquiryAbout } from '../../shared/subject';
import { categoryOf } from './categories';
import { courseCaption, fileNumber } from './course-caption';
import { CourseFacts } from './course-facts';
import { CourseModules } from './course-modules';
import { CourseContents, CoursePart } from './course-part';
import { PointList } from './point-list';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${tokens.space(3)};
  margin-top: ${tokens.space(3)};
`;

/** One training course, told in the order in which a professional asks. */
export default function CoursePage({
  data: { course, sidebar },
}: PageProps<{ readonly course: Course; readonly sidebar: SidebarData }>) {
  const { site } = useHost();
  const { label } = categoryOf(course.category);
  const crumbs = [
    homeCrumb,
    { label: 'Training Courses', to: paths.allTrainingCourses },
    { label, to: paths.courseCategory(course.category) },
    { label: fileNumber(course), name: course.name, to: course.link },
  ];
  return (
    <>
      <PageHead
        title={course.name}
        description={course.summary}
        path={course.link}
        image={`/og/courses/${course.slug}.png`}
        jsonLd={[courseThing(site, course)]}
        crumbs={crumbs}
      />
      <PageIntro
        crumbs={crumbs}
        caption={courseCaption(course)}
        title={course.name}
        lead={course.summary}
        picture={
          <Viewfinder>
            <CourseArt slug={course.slug} loading="eager" />
          </Viewfinder>
        }
      >
        <Actions>
          <Button as={Link} to={paths.contact} state={enquiryAbout(course.name)}>
            {course.notice ? 'Ask about this course' : 'Apply for this course'}
          </Button>
          <Button as="a" href="#modules" variant="secondary">
            See the modules
          </Button>
        </Actions>
      </PageIntro>
      <WithSidebar data={sidebar} here={course.link}>
        <Stack gap={14}>
          {course.notice && <Alert title="Please note">{course.notice}</Alert>}
          <CourseFacts course={course} />
          <CourseContents />
          <Prose html={course.content} />
          <CoursePart id="audience" title="Who it is for">
            <Prose>
              <p>{course.audience}</p>
            </Prose>
          </CoursePart>
          <CoursePart id="aims" title="Aims">
            <PointList points={course.aims} />
          </CoursePart>
          <CoursePart id="modules" title="Modules">
            <CourseModules modules={course.modules} />
          </CoursePart>
          <CoursePart id="provided" title="What is provided">
            <PointList points={course.provided} />
          </CoursePart>
          <CoursePart id="apply" title="How to apply">
            <Prose>
              <p>{course.apply}</p>
            </Prose>
            <div>
              <Button as={Link} to={paths.contact} state={enquiryAbout(course.name)}>
                Go to the contact form
              </Button>
            </div>
          </CoursePart>
        </Stack>
      </WithSidebar>
    </>
  );
}
