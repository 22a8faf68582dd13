import type { CourseCard as CourseCardData } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Cluster, Container, Heading, media, Section, Stack, Text, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import { homeCrumb } from '../../shared/structured-data';
import { categories } from './categories';
import { categoryTexts } from './category-texts';
import { CourseCard } from './course-card';

const crumbs = [homeCrumb, { label: 'Training Courses', to: paths.allTrainingCourses }];

const Facts = styled.div`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(16)};
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** A category's words beside its cards; above them where there is no room. */
const Category = styled.section`
  display: grid;
  gap: ${tokens.space(6)};
  padding-top: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line-strong);
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 4fr) minmax(0, 9fr);
    gap: ${tokens.space(12)};
  }
`;

const Cards = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
  ${media.up('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Intro text and the grid of all course cards. */
export default function AllCoursesPage({ data }: PageProps<{ readonly courses: readonly CourseCardData[] }>) {
  return (
    <>
      <PageHead
        title="All training courses"
        description="Six training courses in surveillance, investigations and intelligence, held at our headquarters, at the client’s site or at an agreed base."
        path={paths.allTrainingCourses}
        crumbs={crumbs}
      />
      <PageIntro
        crumbs={crumbs}
        caption="Files 01–08 / Training"
        title="All training courses"
        lead="Six courses for people who work in surveillance, investigations and intelligence, or who answer for those who do."
      />
      <Section tone="card">
        <Container>
          <Stack gap={20}>
            <Facts>
              <Text>
                Every course mixes theory and practice, and the practice comes first: a method is tried on the
                street in the morning and explained in the afternoon, when there is something to explain.
                Groups are small enough for each participant to lead at least one exercise.
              </Text>
              <Text>
                Training is held at the academy’s headquarters, at the client’s site or at a base agreed for
                the purpose. Lesson plans, records and examinations follow procedures accredited to ISO 9001;
                everything that we learn about a client is handled under ISO 27001.
              </Text>
            </Facts>
            {categories.map(({ category, title }) => (
              <Category key={category} aria-labelledby={category}>
                <Stack gap={4} align="start">
                  <Heading level={2} id={category}>
                    {title}
                  </Heading>
                  <Text muted>{categoryTexts[category].lead}</Text>
                  <TextLink as={Link} to={paths.courseCategory(category)} mark="arrow">
                    About the {title.toLowerCase()}
                  </TextLink>
                </Stack>
                <Cards>
                  {data.courses
                    .filter((course) => course.category === category)
                    .map((course) => (
                      <CourseCard key={course.slug} course={course} level={3} />
                    ))}
                </Cards>
              </Category>
            ))}
          </Stack>
        </Container>
      </Section>
      <Section tone="night" space="small">
        <Container>
          <Cluster justify="space-between" gap={8}>
            <Stack gap={2}>
              <Heading level={2} size="md">
                Not sure which course fits?
              </Heading>
              <Text muted>
                Describe your team and its task. We will say so if a course of ours is not the answer.
              </Text>
            </Stack>
            <Button as={Link} to={paths.contact}>
              Contact us
            </Button>
          </Cluster>
        </Container>
      </Section>
    </>
  );
}
