import { FIRST_LESSON_ID, LESSON_COUNT } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { loadLesson } from './load-lesson';

export const lessonRoute = definePage({
  path: paths.lesson.pattern,
  title: 'Online course',
  addresses: Array.from({ length: LESSON_COUNT }, (_, index) => paths.lesson(FIRST_LESSON_ID + index)),
  load: loadLesson,
  page: () => import('./lesson-page'),
});
