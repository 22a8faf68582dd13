import { longDate, type Post } from '@isa/api-contract';
import { Caption, Heading, Icon, tokens, VisuallyHidden } from '@isa/ui';
import { PostArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { linkedCard, stretchedLink } from '../../shared/stretched-link';
import { excerpt } from './excerpt';

const Root = styled.article`
  ${linkedCard}
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: clip;
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(3)};
  flex: 1;
  padding: ${tokens.space(6)};
`;

const Title = styled.a`
  ${stretchedLink}
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

/** One post as a card. Its title is the link; it leads to another site and opens in a new tab. */
export function PostCard({ post }: { readonly post: Post }) {
  return (
    <Root>
      <PostArt seed={post.id} />
      <Words>
        <Caption as="time" dateTime={post.publishedAt.slice(0, 10)}>
          {longDate(post.publishedAt)}
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
