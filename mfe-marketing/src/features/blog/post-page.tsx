import { academy, type CallOutput, type CourseCard, excerpt, longDate, type Post } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Breadcrumbs,
  Caption,
  Card,
  Heading,
  media,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardLink } from '../../shared/card';
import { blogPosting, homeCrumb } from '../../shared/structured-data';
import { PostPicture, previewOf } from './post-picture';

/** From this number of words on, a post is an essay: with a drop cap, and its picture above the text. */
const ESSAY_WORDS = 120;

/** One column of about 66 characters. On wide screens the picture of a short note is alongside it. */
const Article = styled.article`
  display: grid;
  gap: ${tokens.space(7)} clamp(${tokens.space(10)}, 6vw, ${tokens.space(20)});
  grid-template-columns: minmax(0, 1fr);
  h1 {
    text-wrap: balance;
  }
  ${media.up('lg')} {
    > * {
      grid-column: 1;
    }
    &[data-essay] {
      grid-template-columns: minmax(0, 42rem);
      justify-content: center;
    }
    &:not([data-essay]) {
      /* The last row takes what the picture needs beyond the text. */
      grid-template: repeat(4, auto) 1fr / minmax(0, 38rem) minmax(0, 1fr);
    }
  }
`;

const Picture = styled.div`
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  align-self: start;
  ${media.up('lg')} {
    :not([data-essay]) > & {
      grid-area: 2 / 2 / span 4;
    }
  }
`;

const Body = styled.div`
  display: grid;
  gap: ${tokens.space(5)};
  font-size: 1.1875rem;
  line-height: 1.7;
  text-wrap: pretty;
  [data-essay] > & > :first-child {
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

const Course = styled(Card).attrs({ interactive: true, padding: 'none' })`
  display: grid;
  max-width: 52rem;
  > :last-child {
    padding: ${tokens.space(5)};
  }
  ${media.up('sm')} {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    align-items: center;
    img {
      height: 100%;
      object-fit: cover;
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

interface PostData extends CallOutput<'readPost'> {
  readonly course: CourseCard | undefined;
}

export default function PostPage({ data: { post, older, newer, course } }: PageProps<PostData>) {
  const { site } = useHost();
  const path = paths.post(post.id);
  const description = excerpt(post.content, 155);
  const isEssay = post.content.split(/\s+/).length >= ESSAY_WORDS;
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
      <Band space="small" tone="card">
        <Article data-essay={isEssay || undefined}>
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
        </Article>
      </Band>
      <Band space="small" data-isa-screen-only>
        <Stack gap={10}>
          {course && (
            <Stack gap={5} as="section" aria-labelledby="taught">
              <Heading level={2} size="md" id="taught">
                Where this is taught
              </Heading>
              <Course>
                <CourseArt slug={course.slug} />
                <Stack gap={2}>
                  <Heading level={3} size="sm">
                    <CardLink as={Link} to={course.link}>
                      {course.name}
                    </CardLink>
                  </Heading>
                  <Text size="small" muted>
                    {course.summary}
                  </Text>
                  <Text size="small">{course.facts.duration}</Text>
                </Stack>
              </Course>
            </Stack>
          )}
          <Neighbours aria-label="More posts">
            {older && <Neighbour rel="prev" label="Previous post" post={older} />}
            {newer && <Neighbour rel="next" label="Next post" post={newer} />}
          </Neighbours>
        </Stack>
      </Band>
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
