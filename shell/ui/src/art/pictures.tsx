import { styled } from 'styled-components';
import { oneOf, type PagePicture, pictureSizes, POST_PICTURES, TEAM_PICTURES } from './sizes';

/** Props of every picture. */
interface PictureProps {
  /** The text alternative; without it the picture is decoration. */
  readonly title?: string | undefined;
  /** `eager` for the first screen; other pictures load when they come near it. */
  readonly loading?: 'lazy' | 'eager' | undefined;
}

const Image = styled.img`
  display: block;
  width: 100%;
  height: auto;
`;

/**
 * A drawing as a file of the site, `shell/ui/pictures/art`: pages contain no drawing code, and browsers cache the files.
 */
function Picture({
  file,
  width,
  height,
  title = '',
  loading = 'lazy',
}: PictureProps & { readonly file: string; readonly width: number; readonly height: number }) {
  return (
    <Image
      src={`/art/${file}.svg`}
      alt={title}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      fetchPriority={loading === 'eager' ? 'high' : undefined}
    />
  );
}

/** The home page's survey map; wide, for boxes with `object-fit: cover`. */
export function HeroArt(props: PictureProps) {
  return <Picture file="hero" {...pictureSizes.hero} loading="eager" {...props} />;
}

/** A book's cover, 170 to 244 mm; packs show their volumes. */
export function BookCover({ bookId, ...props }: PictureProps & { readonly bookId: number }) {
  return <Picture file={`book-${bookId}`} {...pictureSizes.book} {...props} />;
}

/** The standing book, 1 to 1, on a transparent ground. */
export function BookMockup({ bookId, ...props }: PictureProps & { readonly bookId: number }) {
  return <Picture file={`book-${bookId}-mockup`} {...pictureSizes.mockup} {...props} />;
}

/** A lesson's picture, 16 to 9. `number` counts from 1 to 33. */
export function LessonThumbnail({ number, ...props }: PictureProps & { readonly number: number }) {
  return <Picture file={`lesson-${1000 + number}`} {...pictureSizes.lesson} {...props} />;
}

/** A training course's picture, 3 to 2. `slug` as in the catalogue: `isa-surveillance-course-6`. */
export function CourseArt({ slug, ...props }: PictureProps & { readonly slug: string }) {
  return <Picture file={`courses/${slug}`} {...pictureSizes.course} {...props} />;
}

/** The founder as a silhouette, 4 to 5. */
export function FounderPortrait(props: PictureProps) {
  return <Picture file="founder" {...pictureSizes.portrait} {...props} />;
}

/** A member of the team as a silhouette, 4 to 5. */
export function TeamPortrait({ seed, ...props }: PictureProps & { readonly seed: number }) {
  return <Picture file={`team-${oneOf(TEAM_PICTURES, seed)}`} {...pictureSizes.portrait} {...props} />;
}

/** A blog post's picture, 16 to 9. */
export function PostArt({ seed, ...props }: PictureProps & { readonly seed: number }) {
  return <Picture file={`posts/${oneOf(POST_PICTURES, seed)}`} {...pictureSizes.post} {...props} />;
}

/** The picture of a page's head or of a service, 8 to 5. */
export function PageArt({ name, ...props }: PictureProps & { readonly name: PagePicture }) {
  return <Picture file={`pages/${name}`} {...pictureSizes.page} {...props} />;
}
