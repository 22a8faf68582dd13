import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { aCourse, answers, courses } from '../../testing/fixtures';

const [card] = courses;
const noticed = answer(calls.readCourse, () => {
  if (!card) throw new Error('There is no course.');
  return { course: aCourse(card, { notice: 'The course is full until March.' }) };
});

export default {
  empty: pageStory(remote, paths.allTrainingCourses, 'All training courses', {
    answers: [answer(calls.listCourses, () => ({ courses: [] })), ...answers],
  }),
  full: pageStory(remote, paths.allTrainingCourses, 'What Deepening Course is about.', { answers }),
  category: pageStory(remote, paths.courseCategory('investigations'), 'Management', { answers }),
  'a course': pageStory(remote, paths.course('isa-surveillance-course-6'), 'Follow without being noticed', {
    answers,
  }),
  'a course with a notice': pageStory(
    remote,
    paths.course('isa-surveillance-course-6'),
    'The course is full until March.',
    { answers: [noticed, ...answers] },
  ),
} satisfies Stories;
