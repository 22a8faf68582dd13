import { BOOK_COUNT, LESSON_COUNT } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BookCoverDrawing } from './drawings/book-cover';
import { BookMockupDrawing } from './drawings/book-mockup';
import { ContourSheetDrawing } from './drawings/contour-sheet';
import { CoursePictureDrawing, coursePictures } from './drawings/course-picture';
import { HeroDrawing } from './drawings/hero';
import { LessonThumbnailDrawing } from './drawings/lesson-thumbnail';
import { type Lettering, LetteringProvider } from './drawings/lettering';
import { founderPortrait, PortraitDrawing } from './drawings/portrait';
import { PostPictureDrawing } from './drawings/post-picture';
import { CONTOUR_PICTURES, POST_PICTURES, TEAM_PICTURES } from '../ui/src/art/sizes';

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index + 1);
}

/** Every picture of the site by its file below `/art`, without the ending. */
export function pictures(): ReadonlyMap<string, ReactNode> {
  return new Map<string, ReactNode>([
    ['hero', <HeroDrawing />],
    ['founder', founderPortrait],
    ...count(TEAM_PICTURES).map(
      (seed) =>
        [`team-${seed}`, <PortraitDrawing seed={seed} caption={`FILE 0${seed} / TEAM`} hue={216} />] as const,
    ),
    ...count(BOOK_COUNT).flatMap((id) => [
      [`book-${id}`, <BookCoverDrawing bookId={id} />] as const,
      [`book-${id}-mockup`, <BookMockupDrawing bookId={id} />] as const,
    ]),
    ...count(LESSON_COUNT).map(
      (number) => [`lesson-${1000 + number}`, <LessonThumbnailDrawing number={number} />] as const,
    ),
    ...Object.keys(coursePictures).map(
      (slug) => [`courses/${slug}`, <CoursePictureDrawing slug={slug} />] as const,
    ),
    ...count(POST_PICTURES).map((seed) => [`posts/${seed}`, <PostPictureDrawing seed={seed} />] as const),
    ...count(CONTOUR_PICTURES).map(
      (seed) => [`contours/${seed}`, <ContourSheetDrawing seed={seed} />] as const,
    ),
  ]);
}

/** One picture as a file's text. Each needs a lettering of its own. */
export function svgOf(picture: ReactNode, lettering: Lettering): string {
  return renderToStaticMarkup(<LetteringProvider value={lettering}>{picture}</LetteringProvider>);
}
