import { calls, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { offered } from '../../testing/answers';
import { catalogue, makeProgress } from '../../testing/fixtures';

const session = { status: 'in', name: 'Sam Reed' } as const;
const owned = (ids: readonly number[]) =>
  answer(calls.coursesByUser, () => ({ courses: ids.map((id) => ({ course_id: id })) }));
const all = catalogue.lessons.map(({ id }) => id);
const watched = (ids: readonly number[]) =>
  answer(calls.readProgress, () => ({
    lessons: ids.map((lessonId) => makeProgress({ lessonId, watched: true })),
  }));
const page = (shows: string, ...answers: Parameters<typeof fromAnswers>[1]) => fromAnswers(shows, answers);
const fromAnswers = (shows: string, answers: readonly ReturnType<typeof owned>[]) =>
  pageStory(remote, paths.myCourses, shows, { session, answers: [offered, ...answers] });

export default {
  empty: page(messages.lesson.nonePurchased, owned([]), watched([])),
  loading: page('Loading your courses', pending(calls.coursesByUser)),
  error: page('Your courses could not be loaded', failed(calls.coursesByUser, 'network')),
  full: page('My Online Courses', owned(all), watched([1001, 1002, 1003])),
  'all watched': page('You have watched every lesson. Well done.', owned(all), watched(all)),
} satisfies Stories;
