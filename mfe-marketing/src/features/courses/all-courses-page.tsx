import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Cluster, Columns, Heading, media, Stack, Text, TextLink, tokens } from '@isa/ui';
import { PageHeadArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { ListsBelow } from '../../shared/sidebar/sidebar';
import { categories } from './categories';
import { categoryTexts } from './category-texts';
import { comparedFacts, CourseCard } from '../../shared/courses/course-card';

const Category = styled(Columns)`
  padding-top: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line-strong);
`;

export default function AllCoursesPage({ data }: PageProps<{ readonly sidebar: SidebarData }>) {
  return (
    <>
      <PageIntro
        title="All training courses"
        description="Six training courses in surveillance, investigations and intelligence, held at our headquarters, at the client’s site or at an agreed base."
        path={paths.allTrainingCourses}
        crumb="Training Courses"
        lead="Six courses for people who work in surveillance, investigations and intelligence, or who answer for those who do."
        picture={<PageHeadArt name="training" />}
        shape="plate"
      />
      <BelowFirstScreen>
        <Band tone="card">
          <Stack gap={20}>
            <Columns from="md" widths="1fr 1fr" gap={8} wideGap={tokens.space(16)}>
              <Text>
                Every course mixes theory and practice, and the practice comes first: a method is tried on the
                street in the morning and discussed in the afternoon. Groups are small enough for each
                participant to lead at least one exercise.
              </Text>
              <Text>
                Training is held at the academy’s headquarters, at the client’s site or at a base agreed for
                the purpose. Lesson plans, records and examinations follow procedures certified to ISO 9001;
                everything that we learn about a client is handled under ISO 27001.
              </Text>
            </Columns>
            {data.sidebar.courses.length > 0 && (
              <Compared>
                <Comparison courses={data.sidebar.courses} />
              </Compared>
            )}
            {categories.map(({ category, label, title }) => (
              <Category
                as="section"
                key={category}
                aria-labelledby={category}
                from="lg"
                widths="3fr 9fr"
                gap={8}
                wideGap={tokens.space(10)}
              >
                <Stack gap={4} align="start">
                  <Heading level={2} id={category}>
                    {title}
                  </Heading>
                  <Text muted>{categoryTexts[category].lead}</Text>
                  <TextLink as={Link} to={paths.courseCategory(category)} mark="arrow">
                    {`${label} in detail`}
                  </TextLink>
                </Stack>
                <Columns from="sm" widths="1fr 1fr" gap={6}>
                  {data.sidebar.courses
                    .filter((course) => course.category === category)
                    .map((course) => (
                      <CourseCard
                        key={course.slug}
                        course={course}
                        shown={['audience', 'duration', 'group']}
                      />
                    ))}
                </Columns>
              </Category>
            ))}
          </Stack>
        </Band>
        <Band tone="night" space="small">
          <Cluster justify="space-between" gap={8}>
            <Stack gap={2}>
              <Heading level={2} size="md">
                Not sure which course fits?
              </Heading>
              <Text muted>
                Describe your team and its task. Our advice is free, even if we advise against a course.
              </Text>
            </Stack>
            <Button as={Link} to={paths.contact}>
              Contact us
            </Button>
          </Cluster>
        </Band>
        <ListsBelow data={data.sidebar} currentPath={paths.allTrainingCourses} />
      </BelowFirstScreen>
    </>
  );
}

/** On phones the cards alone compare the courses. */
const Compared = styled.div`
  container-type: inline-size;
  ${media.down('sm')} {
    display: none;
  }
`;

/** In a narrow column only name, duration and group. The courses' own pages have the other facts. */
const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  text-align: left;
  vertical-align: top;
  caption {
    margin-bottom: ${tokens.space(6)};
    text-align: left;
  }
  th,
  td {
    padding: ${tokens.space(3)} ${tokens.space(3)} ${tokens.space(3)} 0;
    border-bottom: 1px solid var(--isa-line);
    vertical-align: top;
    text-wrap: pretty;
  }
  thead th {
    border-color: var(--isa-line-strong);
    color: var(--isa-muted);
    font-weight: 400;
  }
  tbody th {
    width: 32%;
    font-weight: 600;
  }
  /* The duration. */
  td:nth-of-type(2) {
    white-space: nowrap;
  }
  @container (max-width: 44rem) {
    font-size: 0.875rem;
    tbody th {
      width: 54%;
    }
    [data-wide] {
      display: none;
    }
  }
`;

const isShownOnWideScreens = (fact: string) => fact === 'audience' || fact === 'place' || undefined;

function Comparison({ courses }: Pick<SidebarData, 'courses'>) {
  return (
    <Table>
      <caption>
        <Heading level={2}>All courses compared</Heading>
      </caption>
      <thead>
        <tr>
          <th scope="col">Course</th>
          {comparedFacts.map(({ fact, term }) => (
            <th key={fact} scope="col" data-wide={isShownOnWideScreens(fact)}>
              {term}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {courses.map(({ slug, name, link, facts }) => (
          <tr key={slug}>
            <th scope="row">
              <TextLink as={Link} to={link}>
                {name}
              </TextLink>
            </th>
            {comparedFacts.map(({ fact }) => (
              <td key={fact} data-wide={isShownOnWideScreens(fact)}>
                {facts[fact]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
