import { academy, type CallOutput, excerpt, longDate, type Post } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Breadcrumbs,
  Caption,
  Heading,
  media,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { styled } from 'styled-components';
import { blogPosting, homeCrumb } from '../../shared/structured-data';
import { PostPicture, previewOf } from './post-picture';

/** The title on paper, the text on white, and a wide picture over both. */
const Root = styled(Band)`
  background-image: linear-gradient(${tokens.color.paper} clamp(26rem, 20rem + 20vw, 38rem), transparent 0);
`;

/** One column of about 66 characters in the middle of the page, and a picture a little wider. */
const Article = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 38rem) minmax(0, 1fr);
  gap: ${tokens.space(8)} 0;
  > * {
    grid-column: 2;
  }
  h1 {
    text-wrap: balance;
  }
`;

const Picture = styled.div`
  grid-column: 1 / -1;
  justify-self: center;
  width: 100%;
  max-width: 48rem;
  overflow: hidden;
  border-radius: ${tokens.radiusLarge};
`;

const Body = styled.div`
  display: grid;
  gap: ${tokens.space(5)};
  font-size: 1.1875rem;
  line-height: 1.7;
  text-wrap: pretty;
  > :first-child {
    font-size: 1.15em;
    line-height: 1.6;
    &::first-letter {
      float: left;
      padding: 0.06em 0.1em 0 0;
      color: ${tokens.color.accent};
      font: 500 3.3em / 0.86 ${tokens.font.serif};
    }
  }
`;

const Neighbours = styled.nav`
  display: grid;
  gap: ${tokens.space(6)};
  padding-top: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line);
  a {
    display: grid;
    align-content: start;
    gap: ${tokens.space(2)};
    min-height: 44px;
    color: var(--isa-text);
    font: 500 ${tokens.font.size.md} / 1.3 ${tokens.font.serif};
    text-decoration: none;
    text-wrap: balance;
  }
  a:hover {
    color: var(--isa-accent);
    text-decoration: underline;
  }
  ${media.up('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    a[rel='next'] {
      grid-column: 2;
      text-align: right;
    }
  }
`;

export default function PostPage({ data: { post, older, newer } }: PageProps<CallOutput<'readPost'>>) {
  const { site } = useHost();
  const path = paths.post(post.id);
  const description = excerpt(post.content, 155);
  const trail = [homeCrumb, { label: 'Blog', to: paths.blog }, { label: post.title, to: path }];
  return (
    <>
      <PageHead
        title={post.title}
        description={description}
        path={path}
        image={previewOf(post)}
        crumbs={trail}
        jsonLd={[blogPosting(site, post, description)]}
      />
      <Root space="small" tone="card">
        <Article>
          <Breadcrumbs items={trail} linkAs={Link} />
          <Stack gap={3}>
            <Caption as="time" dateTime={post.publishedAt.slice(0, 10)}>
              {longDate(post.publishedAt)}
            </Caption>
            <Heading level={1}>{post.title}</Heading>
          </Stack>
          <Picture>
            <PostPicture post={post} loading="eager" />
          </Picture>
          <Body>
            {paragraphsOf(post).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Body>
          {post.link !== null && (
            <Text size="small">
              <TextLink href={post.link} target="_blank" rel="noopener noreferrer" mark="external">
                <span>{`This post on ${academy.network.name}`}</span>
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </TextLink>
            </Text>
          )}
          <Neighbours aria-label="More posts" data-isa-screen-only>
            {older && <Neighbour rel="prev" label="Previous post" post={older} />}
            {newer && <Neighbour rel="next" label="Next post" post={newer} />}
          </Neighbours>
        </Article>
      </Root>
    </>
  );
}

interface NeighbourProps {
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly post: Pick<Post, 'id' | 'title'>;
}

function Neighbour({ rel, label, post: { id, title } }: NeighbourProps) {
  return (
    <Link to={paths.post(id)} rel={rel}>
      <Caption as="span">{label}</Caption>
      <span>{title}</span>
    </Link>
  );
}

function paragraphsOf({ content }: Post): readonly string[] {
  return content.split(/\n{2,}/);
}
