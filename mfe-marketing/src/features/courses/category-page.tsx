import type { CourseCard as CourseCardData, CourseCategory } from '@isa/api-contract';
import { type PageProps, paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Grid, Heading, Stack, Text } from '@isa/ui';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { WithSidebar } from '../../shared/sidebar/with-sidebar';
import { categoryOf, coursesCrumb } from './categories';
import { categoryTexts } from './category-texts';
import { CourseCard } from './course-card';

interface CategoryData {
  readonly category: CourseCategory;
  readonly courses: readonly CourseCardData[];
  readonly sidebar: SidebarData;
}

export default function CategoryPage({ data }: PageProps<CategoryData>) {
  const { label, title } = categoryOf(data.category);
  const { description, lead, paragraphs } = categoryTexts[data.category];
  const path = paths.courseCategory(data.category);
  return (
    <>
      <PageIntro
        title={title}
        description={description}
        path={path}
        parents={[coursesCrumb]}
        crumb={{ label }}
        caption={`Section / ${label}`}
        lead={lead}
      />
      <WithSidebar data={data.sidebar} currentPath={path}>
        <Stack gap={12}>
          <Stack gap={5}>
            {paragraphs.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
          </Stack>
          <section aria-labelledby="courses">
            <Stack gap={6}>
              <Heading level={2} id="courses">
                Courses in this section
              </Heading>
              <Grid min={300} gap={6}>
                {data.courses.map((course) => (
                  <CourseCard key={course.slug} course={course} />
                ))}
              </Grid>
            </Stack>
          </section>
          <div>
            <Button as={Link} to={paths.contact} variant="secondary">
              Ask about dates and places
            </Button>
          </div>
        </Stack>
      </WithSidebar>
    </>
  );
}
