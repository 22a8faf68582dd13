import { academy, excerpt, longDate, type Post } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type PageProps } from '@isa/contract';
import { Band, Button, EmptyState, Heading, media, Text, TextLink, tokens, VisuallyHidden } from '@isa/ui';
import { Link } from '@isa/contract/router';
import { styled } from 'styled-components';
import { CardLink, CardSummary } from '../../shared/card';
import { PageIntro } from '../../shared/page-intro';
import { PostPicture } from './post-picture';

/** At most 220 characters of a post, with the ellipsis (specification §9). */
const summaryOf = ({ content }: Post) => excerpt(content.replace(/\s+/g, ' '), 219);

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Cards of the academy's posts; each opens the external post, and has a link to our own page (specification §2). */
export default function BlogPage({ data }: PageProps<{ readonly posts: readonly Post[] }>) {
  return (
    <>
      <PageIntro
        title="Blog"
        description="Notes from the academy on surveillance, investigations and intelligence work: short, from practice, newest first."
        path={paths.blog}
        lead="Short notes from practice."
      >
        <div>
          <TextLink href={academy.network.company} {...newTab} mark="external">
            {`Follow the academy on ${academy.network.name}`}
          </TextLink>
        </div>
      </PageIntro>
      <Band tone="card">
        {data.posts.length === 0 ? (
          <EmptyState
            title="Nothing published yet"
            action={
              <Button as="a" href={academy.network.company} {...newTab} variant="secondary">
                {`Open ${academy.network.name}`}
              </Button>
            }
          >
            New posts appear here as soon as they are published.
          </EmptyState>
        ) : (
          <Posts>
            {data.posts.map((post, index) => (
              <li key={post.id}>
                <Entry>
                  <div>
                    <PostPicture post={post} loading={index === 0 ? 'eager' : 'lazy'} />
                  </div>
                  <div>
                    <Text as="time" size="small" muted dateTime={post.publishedAt.slice(0, 10)}>
                      {longDate(post.publishedAt)}
                    </Text>
                    <Heading level={2} size="sm">
                      {post.link === null ? (
                        <CardLink as={Link} to={paths.post(post.id)}>
                          {post.title}
                        </CardLink>
                      ) : (
                        <CardLink href={post.link} {...newTab}>
                          <span>{post.title}</span>
                          <VisuallyHidden>{` (on ${academy.network.name}, new tab)`}</VisuallyHidden>
                        </CardLink>
                      )}
                    </Heading>
                    <CardSummary>{summaryOf(post)}</CardSummary>
                    {post.link !== null && (
                      <ReadHere as={Link} to={paths.post(post.id)} aria-label={`Read here: ${post.title}`}>
                        Read here
                      </ReadHere>
                    )}
                  </div>
                </Entry>
              </li>
            ))}
          </Posts>
        )}
      </Band>
    </>
  );
}

/** Above the link that covers the card. */
const ReadHere = styled(TextLink)`
  position: relative;
  grid-area: here;
  justify-self: start;
  align-self: start;
  font-size: ${tokens.font.size.small};
`;

/** The newest post leads with a large picture; the others are cards, on phones rows with a small picture. */
const Posts = styled.ul`
  display: grid;
  gap: ${tokens.space(5)};
  ${media.down('md')} {
    li + li {
      padding-top: ${tokens.space(5)};
      border-top: 1px solid var(--isa-line);
    }
  }
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${tokens.space(12)} ${tokens.space(8)};
    li:first-child {
      grid-column: 1 / -1;
    }
  }
  ${media.up('lg')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

const Entry = styled.article`
  position: relative;
  display: grid;
  grid-template:
    'date picture' auto 'title picture' 1fr 'text text' auto 'here here' auto
    / minmax(0, 1fr) 6.5rem;
  gap: ${tokens.space(2)} ${tokens.space(5)};
  > :first-child {
    grid-area: picture;
    align-self: start;
    overflow: clip;
    border-radius: ${tokens.radius};
  }
  > :last-child {
    display: contents;
  }
  time {
    grid-area: date;
  }
  h2 {
    grid-area: title;
  }
  time ~ p {
    grid-area: text;
  }
  &:hover h2 {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.15em;
  }
  ${media.up('md')} {
    grid-template: 'picture' auto 'date' auto 'title' auto 'text' auto 'here' 1fr / minmax(0, 1fr);
  }
  li:first-child > & {
    grid-template: auto auto / minmax(0, 1fr);
    gap: ${tokens.space(5)} clamp(${tokens.space(8)}, 5vw, ${tokens.space(16)});
    align-items: center;
    > :last-child {
      display: grid;
      gap: ${tokens.space(4)};
    }
    &,
    & * {
      grid-area: auto;
    }
    h2 {
      font-size: ${tokens.font.size.lg};
      line-height: 1.16;
    }
    ${media.up('lg')} {
      grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    }
  }
`;
