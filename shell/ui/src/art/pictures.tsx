import { Picture, type PictureProps } from './picture';
import { oneOf, type PagePicture, pictureSizes, POST_PICTURES, TEAM_PICTURES } from './sizes';

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
