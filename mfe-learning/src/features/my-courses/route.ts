import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { loadOnlineCourses } from '../../shared/load-courses';

export const myCoursesRoute = definePage({
  path: paths.myCourses,
  title: 'My Online Courses',
  access: 'signed-in',
  load: loadOnlineCourses,
  page: () => import('./my-courses-page'),
});
