import { defineRemote } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { lessonRoute } from './features/lesson/route';
import { myCoursesRoute } from './features/my-courses/route';
import { onlineCoursesRoutes } from './features/online-courses/route';

export default defineRemote({
  name: 'learning',
  routes: [...onlineCoursesRoutes, lessonRoute, myCoursesRoute],
  menu: [
    { menu: 'main', label: 'Online Courses', path: paths.onlineCourses, order: 40 },
    { menu: 'account', label: 'My Online Courses', path: paths.myCourses, order: 10 },
  ],
});
