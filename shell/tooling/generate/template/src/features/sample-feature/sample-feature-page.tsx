import type { CourseCard } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Breadcrumbs,
  Button,
  Caption,
  Card,
  Container,
  EmptyState,
  Grid,
  Heading,
  Lead,
  Section,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { sampleFeaturePath as path, sampleFeatureTitle as title } from './page-info';

/**
 * The shell shows the page once its data has loaded, and a card with a retry when loading failed. The page itself
 * renders the list and the empty state.
 */
export default function SampleFeaturePage({ data: courses }: PageProps<readonly CourseCard[]>) {
  return (
    <Section space="small">
      <PageHead
        title={title}
        description="Training that mixes theory and practice, held at the academy’s headquarters, at your site or at an agreed base."
        path={path}
      />
      <Container>
        <Stack gap={12}>
          <Stack gap={4}>
            <Breadcrumbs items={[{ label: 'Home', to: paths.home }, { label: title }]} linkAs={Link} />
            <Heading level={1}>{title}</Heading>
            <Lead>
              Theory and practice together: at the academy’s headquarters, at your site or at an agreed base.
            </Lead>
          </Stack>
          {courses.length === 0 ? (
            <EmptyState
              title="Nothing to show yet"
              action={
                <Button as={Link} to={paths.contact}>
                  Ask us
                </Button>
              }
            >
              Tell us what you are looking for, and we will write back.
            </EmptyState>
          ) : (
            <Grid as="ul" min={320} gap={6} aria-label={title}>
              {courses.map((course) => (
                <li key={course.slug}>
                  <Item course={course} />
                </li>
              ))}
            </Grid>
          )}
        </Stack>
      </Container>
    </Section>
  );
}

const Sheet = styled(Card)`
  height: 100%;
`;

const Texts = styled(Stack)`
  padding: ${tokens.space(6)};
`;

function Item({ course: { slug, category, name, summary, link } }: { readonly course: CourseCard }) {
  return (
    <Sheet as="article" padding="none" interactive>
      <CourseArt slug={slug} />
      <Texts gap={3}>
        <Caption tone="accent">{category}</Caption>
        <Heading level={2} size="md">
          {name}
        </Heading>
        <Text muted>{summary}</Text>
        <TextLink as={Link} to={link} mark="arrow">
          Read more<VisuallyHidden>{` about ${name}`}</VisuallyHidden>
        </TextLink>
      </Texts>
    </Sheet>
  );
}
