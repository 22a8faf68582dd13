import type { Post } from '@isa/api-contract';
import { PostArt } from '@isa/ui/art';
import { styled } from 'styled-components';

const Photograph = styled.img`
  width: 100%;
  aspect-ratio: 16 / 9;
  object-fit: cover;
`;

/** The number of a post's drawing: 7 for `/art/posts/7.svg`. `undefined` for a picture that staff have uploaded. */
function drawingOf({ image }: Pick<Post, 'image'>): number | undefined {
  const number = /^\/art\/posts\/(\d+)\.svg$/.exec(image)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The picture that a preview of the post on another site shows. */
export function previewOf(post: Pick<Post, 'image'>): string {
  const drawing = drawingOf(post);
  return drawing === undefined ? post.image : `/og/posts/${drawing}.png`;
}

interface PostPictureProps {
  readonly post: Pick<Post, 'image'>;
  readonly loading?: 'lazy' | 'eager';
}

export function PostPicture({ post, loading = 'lazy' }: PostPictureProps) {
  const drawing = drawingOf(post);
  if (drawing !== undefined) return <PostArt seed={drawing} loading={loading} />;
  return <Photograph src={post.image} alt="" width={640} height={360} loading={loading} />;
}
