import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type Answer, answer, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { offered, permission, unreachable } from '../../testing/answers';
import { catalogue, beingFilmed, premium } from '../../testing/fixtures';

const page = (shows: string, answers: readonly Answer[], status: 'in' | 'out' = 'out') =>
  pageStory(remote, paths.onlineCourses, shows, { answers, session: { status } });
const partlyRecorded = catalogue.lessons.map((lesson) =>
  lesson.id > 1012 ? { ...lesson, ...beingFilmed(lesson.id) } : lesson,
);

export default {
  empty: page('Coming soon...', [answer(calls.listLessons, () => ({ lessons: [], premium }))]),
  loading: page('Basic Covert Surveillance', [offered, pending(calls.getUserPermissions)], 'in'),
  error: page('Go to my courses', [offered, permission(unreachable)], 'in'),
  full: page('Unlock all courses', [offered]),
  'being filmed': page('Being filmed', [
    answer(calls.listLessons, () => ({ lessons: partlyRecorded, premium })),
  ]),
  owned: page('Go to my courses', [offered, permission('granted')], 'in'),
} satisfies Stories;
