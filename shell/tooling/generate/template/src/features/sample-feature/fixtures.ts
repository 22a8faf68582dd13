import { calls, type CourseCard } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer } from '@isa/contract/testing';

const facts = {
  audience: 'Professionals',
  duration: 'Five days',
  place: 'Headquarters',
  group: 'Up to 12',
  language: 'English',
};

/** Courses for tests and for the standalone remote. */
export const sampleFeatureCourses: CourseCard[] = [
  {
    slug: 'isa-surveillance-course-6',
    category: 'surveillance',
    name: 'Deepening Course',
    summary: 'Foot, mobile and static surveillance for professionals.',
    link: paths.course('isa-surveillance-course-6'),
    img: '/art/courses/isa-surveillance-course-6.svg',
    facts,
    runs: [],
  },
  {
    slug: 'isa-investigations-course-1',
    category: 'investigations',
    name: 'Management Course',
    summary: 'For managers, directors and team leaders.',
    link: paths.course('isa-investigations-course-1'),
    img: '/art/courses/isa-investigations-course-1.svg',
    facts,
    runs: [],
  },
];

export const sampleFeatureAnswers = [answer(calls.listCourses, () => ({ courses: sampleFeatureCourses }))];
