import type { CourseCard, CourseCategory } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Cluster, Columns, Heading, Stack, Text, tokens } from '@isa/ui';
import { CourseArt, PageHeadArt } from '@isa/ui/art';
import { CardLink } from '../../shared/card';
import { CourseFacts } from '../../shared/courses/course-card';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { FeatureRow } from '../../shared/feature-row';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { ListsBelow } from '../../shared/sidebar/sidebar';
import { categoryOf, coursesCrumb } from './categories';
import { categoryTexts } from './category-texts';

interface CategoryData {
  readonly category: CourseCategory;
  readonly courses: readonly CourseCard[];
  readonly sidebar: SidebarData;
}

export default function CategoryPage({ data }: PageProps<CategoryData>) {
  const { label, title } = categoryOf(data.category);
  const { description, lead, choice, paragraphs, question } = categoryTexts[data.category];
  const path = paths.courseCategory(data.category);
  return (
    <>
      <PageIntro
        title={title}
        description={description}
        path={path}
        parents={[coursesCrumb]}
        crumb={label}
        lead={lead}
        picture={<PageHeadArt name={data.category} />}
        shape="plate"
      />
      <BelowFirstScreen>
        <Band tone="card" aria-labelledby="courses">
          <Stack gap={16}>
            <Columns from="lg" widths="1fr 1fr 1fr" gap={6} wideGap={tokens.space(12)}>
              <Heading level={2} id="courses">
                {choice}
              </Heading>
              {paragraphs.map((paragraph) => (
                <Text key={paragraph} muted>
                  {paragraph}
                </Text>
              ))}
            </Columns>
            <Stack gap={20}>
              {data.courses.map((course) => (
                <FeatureRow
                  key={course.slug}
                  picture={<CourseArt slug={course.slug} />}
                  more="Aims, modules and how to apply"
                >
                  <Heading level={3}>
                    <CardLink as={Link} to={course.link}>
                      {course.name}
                    </CardLink>
                  </Heading>
                  <Text muted>{course.summary}</Text>
                  <CourseFacts facts={course.facts} shown={['audience', 'duration', 'place', 'group']} />
                </FeatureRow>
              ))}
            </Stack>
          </Stack>
        </Band>
        <Band tone="night" space="small">
          <Cluster justify="space-between" gap={8}>
            <Stack gap={2}>
              <Heading level={2} size="md">
                {question}
              </Heading>
              <Text muted>Dates, places and prices are agreed with each client.</Text>
            </Stack>
            <Button as={Link} to={paths.contactForm} state={enquiryAbout(title)}>
              Ask about dates and places
            </Button>
          </Cluster>
        </Band>
        <ListsBelow data={data.sidebar} currentPath={path} />
      </BelowFirstScreen>
    </>
  );
}
