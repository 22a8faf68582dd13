import { academy, excerpt, longDate, type Post } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import {
  Band,
  Button,
  EmptyState,
  Heading,
  media,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { Link } from '@isa/contract/router';
import { css, styled } from 'styled-components';
import { CardLink, CardSummary } from '../../shared/card';
import { PageIntro } from '../../shared/page-intro';
import { PostPicture } from './post-picture';

/** At most 220 characters of a post, with the ellipsis (specification §9). */
const summaryOf = ({ content }: Post) => excerpt(content.replace(/\s+/g, ' '), 219);

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Cards of the academy's posts; each opens the external post, and has a link to our own page (specification §2). */
export default function BlogPage({ data }: PageProps<{ readonly posts: readonly Post[] }>) {
  const [newest, ...others] = data.posts;
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
      <BelowFirstScreen>
        <Band tone="card" space="small">
          {newest === undefined ? (
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
            <Stack gap={16}>
              <Card post={newest} leads />
              {byYear(others).map(([year, posts]) => (
                <Year key={year} aria-labelledby={`posts-${year}`}>
                  <h2 id={`posts-${year}`}>{year}</h2>
                  <Posts>
                    {posts.map((post) => (
                      <li key={post.id}>
                        <Card post={post} />
                      </li>
                    ))}
                  </Posts>
                </Year>
              ))}
            </Stack>
          )}
        </Band>
      </BelowFirstScreen>
    </>
  );
}

/** The posts of each year, in their order. */
function byYear(posts: readonly Post[]) {
  const years = new Map<string, Post[]>();
  for (const post of posts) {
    const year = post.publishedAt.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), post]);
  }
  return [...years];
}

function Card({ post, leads = false }: { readonly post: Post; readonly leads?: boolean }) {
  return (
    <Entry data-leads={leads || undefined}>
      <div>
        <PostPicture post={post} loading={leads ? 'eager' : 'lazy'} />
      </div>
      <div>
        <Text as="time" size="small" muted dateTime={post.publishedAt.slice(0, 10)}>
          {longDate(post.publishedAt)}
        </Text>
        <Heading level={leads ? 2 : 3} size={leads ? 'lg' : 'sm'}>
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

const Year = styled.section`
  display: grid;
  gap: ${tokens.space(6)};
  padding-top: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line-strong);
  h2 {
    color: var(--isa-accent);
    font: 500 ${tokens.font.size.md} / 1 ${tokens.font.mono};
  }
  ${media.up('lg')} {
    grid-template-columns: 6rem minmax(0, 1fr);
    align-items: start;
    gap: ${tokens.space(8)};
  }
`;

/** Two to four cards in a row; one that is alone in the last fills it. On phones rows with a small picture. */
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
    > :last-child:nth-child(odd) {
      grid-column: 1 / -1;
    }
  }
  ${media.up('lg')} {
    &:has(> :last-child:nth-child(3n)) {
      grid-template-columns: repeat(3, minmax(0, 1fr));
      > :last-child {
        grid-column: auto;
      }
    }
  }
  ${media.up('xl')} {
    &:has(> :last-child:nth-child(4n)) {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
  }
`;

const stacked = css`
  grid-template: 'picture' auto 'date' auto 'title' auto 'text' auto 'here' 1fr / minmax(0, 1fr);
`;

const alongside = css`
  grid-template:
    'picture date' auto 'picture title' auto 'picture text' auto 'picture here' 1fr
    / minmax(0, 2fr) minmax(0, 3fr);
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
  :is(h2, h3) {
    grid-area: title;
  }
  time ~ p {
    grid-area: text;
  }
  &:hover :is(h2, h3) {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.15em;
  }
  ${media.up('md')} {
    ${stacked}
    li:last-child:nth-child(odd) > & {
      ${alongside}
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: ${tokens.space(8)};
    }
  }
  ${media.up('lg')} {
    ul:has(> :last-child:nth-child(3n)) > li > & {
      ${stacked}
    }
    /* In rows of two the picture is alongside the text. */
    ul:not(:has(> :last-child:nth-child(3n))) > li > & {
      ${alongside}
    }
  }
  ${media.up('xl')} {
    ul:has(> :last-child:nth-child(4n)) > li > & {
      ${stacked}
    }
  }
  &[data-leads] {
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
    ${media.up('lg')} {
      grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    }
  }
`;
