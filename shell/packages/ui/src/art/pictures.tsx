import { styled } from 'styled-components';

/** Width and height of each kind of picture: the drawing's units and the box reserved on pages. */
const pictureSizes = {
  hero: { width: 1600, height: 900 },
  book: { width: 418, height: 600 },
  mockup: { width: 640, height: 640 },
  lesson: { width: 640, height: 360 },
  course: { width: 720, height: 480 },
  portrait: { width: 480, height: 600 },
  post: { width: 640, height: 360 },
  page: { width: 960, height: 600 },
  wide: { width: 1120, height: 480 },
} as const;

/** Pictures of page heads, of the services, of account forms and of empty pages, by name. */
export const PAGE_PICTURES = [
  'training',
  'surveillance',
  'investigations',
  'intelligence',
  'services',
  'inquiry',
  'report',
  'consultancy',
  'plan',
  'blog',
  'legal',
  'contact',
  'letter',
  'lost',
  'study',
  'shelf',
  'drop',
  'pass',
  'keys',
] as const;
type PagePicture = (typeof PAGE_PICTURES)[number];
/** The heads of these pages have a drawing 21 to 9 as well. */
export type WidePagePicture = Extract<
  PagePicture,
  'training' | 'surveillance' | 'investigations' | 'intelligence' | 'consultancy' | 'inquiry'
>;

export const POST_PICTURES = 24;
export const TEAM_PICTURES = 4;
export const CONTOUR_PICTURES = 8;
export const VOLUMES = 5;

/** Maps any whole number to one from 1 to `count`. */
function oneOf(count: number, seed: number): number {
  return ((((Math.trunc(seed) - 1) % count) + count) % count) + 1;
}

/** The file is a mask, so that the page sets the colour. */
const Lines = styled.span`
  display: block;
  width: 100%;
  height: 100%;
  opacity: 0.4;
  mask: center / cover no-repeat;
`;

interface ContourArtProps {
  /** Selects one of the landscapes. */
  readonly seed: number;
  /** Degrees on the colour wheel; by default the surface's line colour. */
  readonly hue?: number | undefined;
}

/** Contour lines that fill their box, for backgrounds. */
export function ContourArt({ seed, hue }: ContourArtProps) {
  return (
    <Lines
      style={{
        maskImage: `url(/art/contours/${oneOf(CONTOUR_PICTURES, seed)}.svg)`,
        backgroundColor: hue === undefined ? 'var(--isa-line-strong)' : `hsl(${hue} 45% 60%)`,
      }}
      aria-hidden="true"
    />
  );
}

/** Props of every picture. */
interface PictureProps {
  /** The text alternative; without it the picture is decoration. */
  readonly title?: string | undefined;
  /** `eager` for the first screen; other pictures load when they come near it. */
  readonly loading?: 'lazy' | 'eager' | undefined;
}

const Image = styled.img`
  width: 100%;
`;

const Sources = styled.picture`
  display: contents;
`;

/**
 * A drawing as a file of the site, `shell/packages/ui/pictures/art`: pages contain no drawing code, and browsers cache the files. A
 * file hides captions that would be smaller than 9 px, by media queries on the size at which it is shown.
 */
function Picture({
  file,
  width,
  height,
  title = '',
  loading = 'lazy',
  wideFor,
}: PictureProps & {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** The media query of the windows that show the drawing's version for wide boxes. */
  readonly wideFor?: string | undefined;
}) {
  const image = (
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
  if (!wideFor) return image;
  return (
    <Sources>
      <source media={wideFor} srcSet={`/art/wide/${file}.svg`} {...pictureSizes.wide} />
      {image}
    </Sources>
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

/** A volume lying open, 1 to 1, on a transparent surface: the beginning of a chapter and a form or a map sheet. */
export function BookSpread({ volume, page }: { readonly volume: number; readonly page: 'form' | 'map' }) {
  return <Picture file={`inside/${volume}-${page}`} {...pictureSizes.mockup} />;
}

/** The standing book, 1 to 1, on a transparent surface. */
export function BookMockup({ bookId, ...props }: PictureProps & { readonly bookId: number }) {
  return <Picture file={`book-${bookId}-mockup`} {...pictureSizes.mockup} {...props} />;
}

/** A lesson's picture, 16 to 9. `number` counts from 1 to 33. */
export function LessonThumbnail({ number, ...props }: PictureProps & { readonly number: number }) {
  return <Picture file={`lesson-${1000 + number}`} {...pictureSizes.lesson} {...props} />;
}

/** A training course's picture, 3 to 2, with its subject in the middle square. `slug` as in the catalogue: `isa-surveillance-course-6`. */
export function CourseArt({ slug, ...props }: PictureProps & { readonly slug: string }) {
  return <Picture file={`courses/${slug}`} {...pictureSizes.course} {...props} />;
}

/** The founder, 4 to 5. */
export function FounderPortrait(props: PictureProps) {
  return <Picture file="founder" {...pictureSizes.portrait} {...props} />;
}

/** A member of the team at work, 4 to 5. */
export function TeamPortrait({ seed, ...props }: PictureProps & { readonly seed: number }) {
  return <Picture file={`team-${oneOf(TEAM_PICTURES, seed)}`} {...pictureSizes.portrait} {...props} />;
}

/** A blog post's picture, 16 to 9. */
export function PostArt({ seed, ...props }: PictureProps & { readonly seed: number }) {
  return <Picture file={`posts/${oneOf(POST_PICTURES, seed)}`} {...pictureSizes.post} {...props} />;
}

/** The picture of a page's head, of a service, of an account form or of an empty page, 8 to 5. */
export function PageArt({ name, ...props }: PictureProps & { readonly name: PagePicture }) {
  return <Picture file={`pages/${name}`} {...pictureSizes.page} {...props} />;
}

/** The picture of a course's head: 21 to 9 from tablets on. */
export function CourseHeadArt({ slug }: { readonly slug: string }) {
  return (
    <Picture file={`courses/${slug}`} {...pictureSizes.course} loading="eager" wideFor="(min-width: 768px)" />
  );
}

/** The picture of a page's head. Between phones and laptops, and on very wide screens, the head's box is a strip. */
export function PageHeadArt({ name }: { readonly name: WidePagePicture }) {
  return (
    <Picture
      file={`pages/${name}`}
      {...pictureSizes.page}
      loading="eager"
      wideFor="(min-width: 576px) and (max-width: 991.98px), (min-width: 1680px)"
    />
  );
}
