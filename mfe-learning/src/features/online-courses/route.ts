import { definePage } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import * as paths from '@isa/api-contract/paths';
import { loadOnlineCourses } from '../../shared/load-courses';

export const onlineCoursesRoutes = [
  definePage({
    path: paths.onlineCourses,
    title: 'Online Courses',
    load: loadOnlineCourses,
    page: () => import('./online-courses-page'),
  }),
  definePage({
    // The specification's header links to this path.
    path: paths.onlineCoursesAlias,
    title: 'Online Courses',
    addresses: [],
    load: async () => {
      throw redirect(paths.onlineCourses);
    },
    page: async () => ({ default: () => null }),
  }),
];
