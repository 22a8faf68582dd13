export { ContourArt } from './pictures';
export { Logo } from './logo';
export {
  BookCover,
  BookMockup,
  CourseArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  PageArt,
  PostArt,
  TeamPortrait,
} from './pictures';
export { Redaction } from './redaction';
