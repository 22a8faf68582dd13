export { Logo } from './logo';
export {
  BookCover,
  BookMockup,
  BookSpread,
  ContourArt,
  CourseArt,
  CourseHeadArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  PageArt,
  PageHeadArt,
  PostArt,
  TeamPortrait,
} from './pictures';
export { Redaction } from './redaction';
