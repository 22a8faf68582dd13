import { academy, type CallOutput, type CourseCard, excerpt, longDate, type Post } from '@isa/api-contract';
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
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardBody, CardLink, PictureCard } from '../../shared/card';
import { Specimen } from '../../shared/specimen';
import { blogPosting, homeCrumb } from '../../shared/structured-data';
import { LOG_PICTURE, logLines } from './log-lines';
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

/** The course and the two posts alongside each other, from tablets on. */
const Onward = styled.div`
  display: grid;
  gap: ${tokens.space(10)} ${tokens.space(6)};
  > * {
    display: grid;
    grid-template-rows: auto 1fr;
    gap: ${tokens.space(5)};
  }
  img {
    aspect-ratio: 16 / 9;
    object-fit: cover;
  }
  ${media.up('md')} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    > :last-child {
      grid-column: span 2;
    }
  }
`;

const Posts = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
  a > :last-child {
    margin-top: ${tokens.space(3)};
  }
  ${media.up('sm')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** The sheet ends in its own band. */
const Log = styled(Band)`
  ol {
    margin-bottom: 0;
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
      {post.image === LOG_PICTURE && (
        <Log space="small" aria-labelledby="log">
          <Stack gap={8}>
            <Stack gap={3}>
              <Heading level={2} id="log">
                Four lines of a log
              </Heading>
              <Text muted>The street and the subject are invented; the corrections are those we write.</Text>
            </Stack>
            <Specimen labelledBy="log" parts={logLines} />
          </Stack>
        </Log>
      )}
      <Band space="small" tone={post.image === LOG_PICTURE ? 'card' : 'paper'} data-isa-screen-only>
        <Onward>
          {course && (
            <section aria-labelledby="taught">
              <Heading level={2} size="md" id="taught">
                Where this is taught
              </Heading>
              <PictureCard interactive>
                <CourseArt slug={course.slug} />
                <CardBody>
                  <Caption>{course.facts.duration}</Caption>
                  <Heading level={3} size="sm">
                    <CardLink as={Link} to={course.link}>
                      {course.name}
                    </CardLink>
                  </Heading>
                </CardBody>
              </PictureCard>
            </section>
          )}
          <nav aria-labelledby="next">
            <Heading level={2} size="md" id="next">
              Read next
            </Heading>
            <Posts>
              {older && <Neighbour rel="prev" label="Previous post" post={older} />}
              {newer && <Neighbour rel="next" label="Next post" post={newer} />}
            </Posts>
          </nav>
        </Onward>
      </Band>
    </>
  );
}

interface NeighbourProps {
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly post: Pick<Post, 'id' | 'title' | 'image'>;
}

function Neighbour({ rel, label, post }: NeighbourProps) {
  return (
    <PictureCard interactive>
      <PostPicture post={post} />
      <CardBody>
        <CardLink as={Link} to={paths.post(post.id)} rel={rel}>
          <Caption as="span">{label}</Caption>
          <Heading level={3} size="sm">
            {post.title}
          </Heading>
        </CardLink>
      </CardBody>
    </PictureCard>
  );
}

function paragraphsOf({ content }: Post): readonly string[] {
  return content.split(/\n{2,}/);
}
