export { ContourArt, type ContourArtProps } from './contour-art';
export { Logo, type LogoProps } from './logo';
export type { PictureProps } from './picture';
export {
  BookCover,
  BookMockup,
  CourseArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  PostArt,
  TeamPortrait,
} from './pictures';
export { Redaction, type RedactionProps } from './redaction';
