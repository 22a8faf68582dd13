import type { Course } from '@isa/api-contract';
import { type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster, Prose, Stack, tokens, Viewfinder } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { WithSidebar } from '../../shared/sidebar/with-sidebar';
import { courseStructuredData } from '../../shared/structured-data';
import { categoryOf, coursesCrumb } from './categories';
import { courseCaption, fileNumber } from './course-caption';
import { CourseFacts } from './course-facts';
import { CourseModules } from './course-modules';
import { CourseContents, CourseSections } from './course-sections';
import { PointList } from './point-list';

const Actions = styled(Cluster)`
  margin-top: ${tokens.space(3)};
`;

interface CourseData {
  readonly course: Course;
  readonly sidebar: SidebarData;
}

export default function CoursePage({ data: { course, sidebar } }: PageProps<CourseData>) {
  const { site } = useHost();
  const { label } = categoryOf(course.category);
  const sections = [
    { id: 'audience', title: 'Who it is for', content: <Paragraph>{course.audience}</Paragraph> },
    { id: 'aims', title: 'Aims', content: <PointList points={course.aims} /> },
    { id: 'modules', title: 'Modules', content: <CourseModules modules={course.modules} /> },
    { id: 'provided', title: 'What is provided', content: <PointList points={course.provided} /> },
    {
      id: 'apply',
      title: 'How to apply',
      content: (
        <>
          <Paragraph>{course.apply}</Paragraph>
          <div>
            <Button as={Link} to={paths.contact} state={enquiryAbout(course.name)}>
              Go to the contact form
            </Button>
          </div>
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
        crumb={{ label: fileNumber(course), name: course.name }}
        caption={courseCaption(course)}
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
      <WithSidebar data={sidebar} currentPath={course.link}>
        <Stack gap={14}>
          {course.notice && <Alert title="Please note">{course.notice}</Alert>}
          <CourseFacts course={course} />
          <CourseContents sections={sections} />
          <Prose html={course.content} />
          <CourseSections sections={sections} />
        </Stack>
      </WithSidebar>
    </>
  );
}

function Paragraph({ children }: { readonly children: string }) {
  return (
    <Prose>
      <p>{children}</p>
    </Prose>
  );
}
