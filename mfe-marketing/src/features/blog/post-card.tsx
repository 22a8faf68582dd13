import type { Post } from '@isa/api-contract';
import { Caption, focusRing, Heading, Icon, tokens, VisuallyHidden } from '@isa/ui';
import { PostArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { excerpt } from './excerpt';

const Root = styled.article`
  position: relative;
  display: flex;
  flex-direction: column;
  height: 100%;
  background: var(--isa-raised);
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  overflow: clip;
  transition: border-color ${tokens.motion};
  &:hover,
  &:focus-within {
    border-color: var(--isa-accent);
  }
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(3)};
  flex: 1;
  padding: ${tokens.space(6)};
`;

const Title = styled.a`
  color: inherit;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    ${focusRing}
    outline-offset: -4px;
    border-radius: ${tokens.radiusLarge};
  }
`;

const Excerpt = styled.p`
  color: var(--isa-muted);
  font-size: 1rem;
  line-height: 1.55;
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 0 ${tokens.space(6)} ${tokens.space(5)};
  color: var(--isa-accent);
`;

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** One post as a card. Its title is the link; it leads to another site and opens in a new tab. */
export function PostCard({ post }: { readonly post: Post }) {
  return (
    <Root>
      <PostArt seed={post.id} />
      <Words>
        <Caption as="time" dateTime={post.publishedAt.slice(0, 10)}>
          {dateFormat.format(new Date(post.publishedAt))}
        </Caption>
        <Heading level={2} size="sm">
          <Title href={post.link} target="_blank" rel="noopener noreferrer">
            {post.title}
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </Title>
        </Heading>
        <Excerpt>{excerpt(post.content)}</Excerpt>
      </Words>
      <Foot aria-hidden="true">
        <Caption as="span" tone="accent">
          Read the post
        </Caption>
        <Icon name="external" size={18} />
      </Foot>
    </Root>
  );
}
