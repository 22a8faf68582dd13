import {
  type CallOutput,
  FIRST_LESSON_ID,
  type Lesson,
  LESSON_COUNT,
  LESSON_PRICE,
  type LessonProgress,
  PREMIUM_ID,
  PREMIUM_PRICE,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';

const TOPICS = [
  'Law, ethics and proportionality',
  'Preparation and the human factor',
  'Static observation',
  'Foot surveillance',
  'Mobile surveillance',
  'Evidence, reporting and debrief',
];

const TITLES = [
  'Authority: who may ask, who may approve',
  'Ninety per cent is preparation',
  'Choosing an observation post',
  'Handing over without a word',
];

/** A recorded lesson without a trailer. */
export function makeLesson(part: Partial<Lesson> = {}): Lesson {
  const id = part.id ?? FIRST_LESSON_ID;
  const number = id - FIRST_LESSON_ID;
  return {
    id,
    title: `${TITLES[number % TITLES.length] ?? 'Lesson'}, part ${number + 1}`,
    summary: 'What a team agrees on before anyone leaves the base, and why it holds when plans change.',
    topic: TOPICS[Math.floor(number / 6)] ?? 'Foot surveillance',
    durationSeconds: 420 + number * 15,
    trailerVideoSrc: '',
    courseVideoSrc: `/api/video/${id}.mp4`,
    content:
      '<p>Nine in ten operations are decided before they begin. This lesson shows how a team prepares people, ' +
      'routes and words so that nothing has to be invented on the street.</p>' +
      '<ul><li>Roles and call signs</li><li>The plan, the fallback and the abort</li></ul>',
    link: paths.lesson(id),
    price: LESSON_PRICE,
    currency: 'GBP',
    imgSrc: `/images/lessons/${id}.svg`,
    ...part,
  };
}

export const premium: CallOutput<'listLessons'>['premium'] = {
  preOrder: false,
  id: PREMIUM_ID,
  title: 'Premium access to all online courses',
  price: PREMIUM_PRICE,
  currency: 'GBP',
  link: paths.onlineCourses,
};

/** 33 lessons in six topics. */
export const catalogue: CallOutput<'listLessons'> = {
  lessons: Array.from({ length: LESSON_COUNT }, (_, index) => makeLesson({ id: FIRST_LESSON_ID + index })),
  premium,
};

/** What is changed in a lesson that is being filmed: no recording, but a public sample. */
export const beingFilmed = (id: number) => ({
  id,
  courseVideoSrc: '',
  trailerVideoSrc: `/api/trailers/${id}.mp4`,
});

/** A ticket valid for 15 minutes, without captions. */
export function makeTicket(
  part: Partial<CallOutput<'createVideoTicket'>> = {},
): CallOutput<'createVideoTicket'> {
  return {
    url: '/api/video/1007.mp4?ticket=t',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    captionsUrl: null,
    chaptersUrl: null,
    ...part,
  };
}

export function makeProgress(part: Partial<LessonProgress> = {}): LessonProgress {
  return { lessonId: 1001, positionSeconds: 30, watched: false, updatedAt: '2026-03-01T10:00:00Z', ...part };
}
