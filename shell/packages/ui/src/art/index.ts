export { Logo } from './logo';
export {
  BookCover,
  BookMockup,
  ContourArt,
  CourseArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  PageArt,
  PostArt,
  TeamPortrait,
} from './pictures';
export { Redaction } from './redaction';
