import { longDate, type Post } from '@isa/api-contract';
import { Caption, Heading, Icon, tokens, VisuallyHidden } from '@isa/ui';
import { PostArt } from '@isa/ui/art';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { CardBody, CardLink, CardSummary, PictureCard } from '../../shared/card';
import { excerpt } from './excerpt';

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 0 ${tokens.space(6)} ${tokens.space(5)};
  color: var(--isa-accent);
`;

export function PostCard({
  post,
  loading,
}: Pick<ComponentProps<typeof PostArt>, 'loading'> & { readonly post: Post }) {
  return (
    <PictureCard as="article" interactive>
      <PostArt seed={post.id} loading={loading} />
      <CardBody>
        <Caption as="time" dateTime={post.publishedAt.slice(0, 10)}>
          {longDate(post.publishedAt)}
        </Caption>
        <Heading level={2} size="sm">
          <CardLink href={post.link} target="_blank" rel="noopener noreferrer">
            {post.title}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </CardLink>
        </Heading>
        <CardSummary>{excerpt(post.content)}</CardSummary>
      </CardBody>
      <Foot aria-hidden="true">
        <Caption as="span" tone="accent">
          Read the post
        </Caption>
        <Icon name="external" size={18} />
      </Foot>
    </PictureCard>
  );
}
