import { BOOK_COUNT, FIRST_LESSON_ID, LESSON_COUNT } from '@isa/api-contract';
import { pictureSizes } from '../ui/src/art/sizes';
import { BookCoverDrawing } from './drawings/book-cover';
import { CoursePictureDrawing, coursePictures } from './drawings/course-picture';
import { heroDetail, HeroDetailDrawing } from './drawings/hero';
import { LessonThumbnailDrawing } from './drawings/lesson-thumbnail';
import { founderPortrait } from './drawings/portrait';
import type { SocialCard } from './drawings/social-card';
import { volumesOfBook } from './drawings/volumes';

function bookCard(id: number): SocialCard {
  const volumes = volumesOfBook(id);
  const [{ number: first }, last] = [volumes[0], volumes.at(-1)];
  const pack = volumes.length > 1;
  return {
    caption: pack ? `VOLUMES ${first} TO ${last?.number}` : `VOLUME ${first}`,
    title: ['Covert', 'Surveillance', pack ? 'The pack' : `Volume ${first}`],
    picture: <BookCoverDrawing bookId={id} />,
    size: pictureSizes.book,
  };
}

function lessonCard(number: number): SocialCard {
  return {
    caption: 'BASIC COVERT SURVEILLANCE',
    title: [`Lesson ${number}`, `of ${LESSON_COUNT}`],
    picture: <LessonThumbnailDrawing number={number} />,
    size: pictureSizes.lesson,
  };
}

function courseCard(slug: string, caption: string): SocialCard {
  const subject = slug.split('-')[1] ?? '';
  return {
    caption,
    title: [subject.charAt(0).toUpperCase() + subject.slice(1), 'training'],
    picture: <CoursePictureDrawing slug={slug} />,
    size: pictureSizes.course,
  };
}

const defaultCard: SocialCard = {
  caption: 'TRAINING · BOOKS · ONLINE',
  title: ['Surveillance,', 'investigations,', 'intelligence'],
  picture: <HeroDetailDrawing />,
  size: heroDetail,
};

const aboutCard: SocialCard = {
  caption: 'THE FOUNDER',
  title: ['Who is', 'the academy'],
  picture: founderPortrait,
  size: pictureSizes.portrait,
};

/** All social cards by their path below `/og`, without the extension. */
export function socialCards(): ReadonlyMap<string, SocialCard> {
  const packCard = bookCard(BOOK_COUNT - 1);
  const cards = new Map<string, SocialCard>([
    ['default', defaultCard],
    ['about', aboutCard],
    ['books', { ...packCard, caption: 'THE FIELD MANUAL', title: ['Books on', 'covert', 'surveillance'] }],
    ['online-courses', { ...lessonCard(1), title: [`${LESSON_COUNT} lessons`, 'online'] }],
  ]);
  for (let id = 1; id <= BOOK_COUNT; id++) cards.set(`book-${id}`, bookCard(id));
  for (let number = 1; number <= LESSON_COUNT; number++)
    cards.set(`lesson-${FIRST_LESSON_ID + number - 1}`, lessonCard(number));
  for (const [slug, { caption }] of Object.entries(coursePictures))
    cards.set(`courses/${slug}`, courseCard(slug, caption));
  return cards;
}
