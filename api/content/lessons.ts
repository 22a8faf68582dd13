import { CURRENCY, FIRST_LESSON_ID, type Lesson, LESSON_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { z } from 'zod';
import lessonsFile from './lessons.json';

/** Raise it with each change of the lessons, and never lower it. */
export const LESSONS_REVISION = 0;

/** The lessons of Basic Covert Surveillance by topic, in teaching order; a duration is `mm:ss`. */
const curriculum = z
  .array(
    z.object({
      topic: z.string(),
      lessons: z.array(
        z.object({ title: z.string(), duration: z.string().regex(/^\d+:\d\d$/), summary: z.string() }),
      ),
    }),
  )
  .parse(lessonsFile);

/** The 33 lessons of the online course (specification §3): ids 1001 to 1033, video and content fields empty. */
export const lessons: readonly Lesson[] = curriculum
  .flatMap(({ topic, lessons: drafts }) => drafts.map((draft) => ({ topic, ...draft })))
  .map(({ topic, title, duration, summary }, index) => {
    const id = FIRST_LESSON_ID + index;
    const [minutes = 0, seconds = 0] = duration.split(':').map(Number);
    return {
      id,
      title,
      summary,
      topic,
      durationSeconds: minutes * 60 + seconds,
      trailerVideoSrc: '',
      courseVideoSrc: '',
      content: '',
      link: paths.lesson(id),
      price: LESSON_PRICE,
      currency: CURRENCY,
      imgSrc: `/art/lesson-${id}.svg`,
    };
  });
