import { academy, excerpt, longDate, type Post } from '@isa/api-contract';
import { type PageProps, paths } from '@isa/contract';
import { Band, Button, Caption, EmptyState, Grid, Heading, Icon, TextLink, tokens } from '@isa/ui';
import { Link } from '@isa/contract/router';
import { PageArt, PostArt } from '@isa/ui/art';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { CardBody, CardLink, CardSummary, PictureCard } from '../../shared/card';
import { PageIntro } from '../../shared/page-intro';
import { pictureOf } from './picture';

/** Characters of a post on its card (specification §9), without the ellipsis. */
const EXCERPT_LENGTH = 219;

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Cards of the academy's posts; each leads to its page (specification §2). */
export default function BlogPage({ data }: PageProps<{ readonly posts: readonly Post[] }>) {
  return (
    <>
      <PageIntro
        title="Blog"
        description="Notes from the academy on surveillance, investigations and intelligence work: short, from practice, newest first."
        path={paths.blog}
        lead="Short notes from practice, newest first."
        picture={<PageArt name="blog" loading="eager" />}
      >
        <div>
          <TextLink href={academy.network.company} {...newTab} mark="external">
            Follow the academy on {academy.network.name}
          </TextLink>
        </div>
      </PageIntro>
      <Band tone="card">
        {data.posts.length === 0 ? (
          <EmptyState
            title="Nothing published yet"
            action={
              <Button as="a" href={academy.network.company} {...newTab} variant="secondary">
                Open {academy.network.name}
              </Button>
            }
          >
            New posts appear here as soon as they are published.
          </EmptyState>
        ) : (
          <Grid as="ul" min={320} gap={6}>
            {data.posts.map((post, index) => (
              <li key={post.id}>
                {/* On phones the first picture is in the first screen. */}
                <PostCard post={post} loading={index === 0 ? 'eager' : 'lazy'} />
              </li>
            ))}
          </Grid>
        )}
      </Band>
    </>
  );
}

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 0 ${tokens.space(6)} ${tokens.space(5)};
  color: var(--isa-accent);
`;

function PostCard({
  post,
  loading,
}: Pick<ComponentProps<typeof PostArt>, 'loading'> & { readonly post: Post }) {
  return (
    <PictureCard as="article" interactive>
      <PostArt seed={pictureOf(post)} loading={loading} />
      <CardBody>
        <Caption as="time" dateTime={post.publishedAt.slice(0, 10)}>
          {longDate(post.publishedAt)}
        </Caption>
        <Heading level={2} size="sm">
          <CardLink as={Link} to={paths.post(post.id)}>
            {post.title}
          </CardLink>
        </Heading>
        <CardSummary>{excerpt(post.content.replace(/\s+/g, ' '), EXCERPT_LENGTH)}</CardSummary>
      </CardBody>
      <Foot aria-hidden="true">
        <Caption as="span" tone="accent">
          Read the post
        </Caption>
        <Icon name="arrow-right" size={18} />
      </Foot>
    </PictureCard>
  );
}
