import { academy, type Post } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Button, Container, EmptyState, Grid, Section, TextLink } from '@isa/ui';
import { PageIntro } from '../../shared/page-intro';
import { homeCrumb } from '../../shared/structured-data';
import { PostCard } from './post-card';

const crumbs = [homeCrumb, { label: 'Blog', to: paths.blog }];

/** Cards of the posts that the academy publishes on its professional network (specification §2). */
export default function BlogPage({ data }: PageProps<{ readonly posts: readonly Post[] }>) {
  return (
    <>
      <PageHead
        title="Blog"
        description="Notes from the academy on surveillance, investigations and intelligence work: short, from practice, newest first."
        path={paths.blog}
        crumbs={crumbs}
      />
      <PageIntro
        crumbs={crumbs}
        caption="Log / Newest first"
        title="Blog"
        lead={`Short notes from practice. We publish them on ${academy.network.name}; each card opens its post there, in a new tab.`}
      >
        <TextLink href={academy.network.company} target="_blank" rel="noopener noreferrer" mark="external">
          Follow the academy on {academy.network.name}
        </TextLink>
      </PageIntro>
      <Section tone="card">
        <Container>
          {data.posts.length === 0 ? (
            <EmptyState
              title="Nothing published yet"
              action={
                <Button
                  as="a"
                  href={academy.network.company}
                  target="_blank"
                  rel="noopener noreferrer"
                  variant="secondary"
                >
                  Open {academy.network.name}
                </Button>
              }
            >
              New posts appear here as soon as they are published on {academy.network.name}.
            </EmptyState>
          ) : (
            <Grid as="ul" min={320} gap={6}>
              {data.posts.map((post) => (
                <li key={post.id}>
                  <PostCard post={post} />
                </li>
              ))}
            </Grid>
          )}
        </Container>
      </Section>
    </>
  );
}
