import { calls, type CourseCard } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';

/** Two courses: enough for tests and for the remote on its own. */
export const someCourses: CourseCard[] = [
  {
    slug: 'isa-surveillance-course-6',
    category: 'surveillance',
    name: 'Deepening Course',
    summary: 'Foot, mobile and static surveillance for professionals.',
    link: '/isa-surveillance-course-6',
    img: '/art/courses/isa-surveillance-course-6.svg',
  },
  {
    slug: 'isa-investigations-course-1',
    category: 'investigations',
    name: 'Management Course',
    summary: 'For managers, directors and team leaders.',
    link: '/isa-investigations-course-1',
    img: '/art/courses/isa-investigations-course-1.svg',
  },
];

export const sampleFeatureAnswers = [answer(calls.listCourses, () => ({ courses: someCourses }))];
