import { BOOK_COUNT, FIRST_LESSON_ID, LESSON_COUNT } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CONTOUR_PICTURES, PAGE_PICTURES, POST_PICTURES } from '../ui/src/art/sizes';
import { BookCoverDrawing } from './drawings/book-cover';
import { BookMockupDrawing } from './drawings/book-mockup';
import { ContoursDrawing } from './drawings/contours';
import { CoursePictureDrawing, coursePictures } from './drawings/course-picture';
import { HeroDrawing } from './drawings/hero';
import { LessonThumbnailDrawing } from './drawings/lesson-thumbnail';
import { PagePictureDrawing } from './drawings/page-picture';
import { founderPortrait, PortraitDrawing, team } from './drawings/portrait';
import { PostPictureDrawing } from './drawings/post-picture';
import { TypesetterProvider } from './drawings/text';
import type { Typesetter } from './typesetter';

/** Every picture of the site by its path below `/art`, without the extension. */
export function pictures(): ReadonlyMap<string, ReactNode> {
  const all = new Map<string, ReactNode>([
    ['hero', <HeroDrawing />],
    ['founder', founderPortrait],
  ]);
  for (const [index, person] of team.entries())
    all.set(`team-${index + 1}`, <PortraitDrawing person={person} />);
  for (let id = 1; id <= BOOK_COUNT; id++) {
    all.set(`book-${id}`, <BookCoverDrawing bookId={id} />);
    all.set(`book-${id}-mockup`, <BookMockupDrawing bookId={id} />);
  }
  for (let number = 1; number <= LESSON_COUNT; number++)
    all.set(`lesson-${FIRST_LESSON_ID + number - 1}`, <LessonThumbnailDrawing number={number} />);
  for (const slug of Object.keys(coursePictures))
    all.set(`courses/${slug}`, <CoursePictureDrawing slug={slug} />);
  for (const name of PAGE_PICTURES) all.set(`pages/${name}`, <PagePictureDrawing name={name} />);
  for (let seed = 1; seed <= POST_PICTURES; seed++)
    all.set(`posts/${seed}`, <PostPictureDrawing seed={seed} />);
  for (let seed = 1; seed <= CONTOUR_PICTURES; seed++)
    all.set(`contours/${seed}`, <ContoursDrawing seed={seed} />);
  return all;
}

/** The SVG file of one picture; each needs its own typesetter. */
export function svgOf(picture: ReactNode, typesetter: Typesetter): string {
  return renderToStaticMarkup(<TypesetterProvider value={typesetter}>{picture}</TypesetterProvider>);
}
