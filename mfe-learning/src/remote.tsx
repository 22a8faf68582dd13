import { FIRST_LESSON_ID, LESSON_COUNT } from '@isa/api-contract';
import { definePage, defineRemote, paths } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import { loadLesson } from './features/lesson/load';
import { loadOnlineCourses } from './features/online-courses/load';

const lessonAddresses = Array.from({ length: LESSON_COUNT }, (_, index) =>
  paths.lesson(FIRST_LESSON_ID + index),
);

export default defineRemote({
  name: 'learning',
  routes: [
    definePage({
      path: '/isa-online-courses',
      title: 'Online Courses',
      load: loadOnlineCourses,
      page: () => import('./features/online-courses/online-courses-page'),
    }),
    definePage({
      // One header of the specification still links here.
      path: '/online-courses',
      title: 'Online Courses',
      addresses: [],
      load: async () => {
        throw redirect(paths.onlineCourses);
      },
      page: async () => ({ default: () => null }),
    }),
    definePage({
      path: '/isa-online-courses/:lessonId',
      title: 'Online course',
      addresses: lessonAddresses,
      load: loadLesson,
      page: () => import('./features/lesson/lesson-page'),
    }),
    definePage({
      path: '/my-courses',
      title: 'My Online Courses',
      access: 'signed-in',
      load: loadOnlineCourses,
      page: () => import('./features/my-courses/my-courses-page'),
    }),
  ],
  menu: [
    { menu: 'main', label: 'Online Courses', path: paths.onlineCourses, order: 40 },
    { menu: 'account', label: 'Online Courses', path: paths.myCourses, order: 10 },
  ],
});
