import { defineRemote } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { aboutRoute } from './features/about/route';
import { blogRoutes } from './features/blog/route';
import { contactRoute } from './features/contact/route';
import { categories } from './features/courses/categories';
import { courseRoutes } from './features/courses/route';
import { homeRoutes } from './features/home/route';
import { legalRoutes } from './features/legal/route';
import { serviceRoutes } from './features/services/route';

export default defineRemote({
  name: 'marketing',
  routes: [
    ...homeRoutes,
    aboutRoute,
    contactRoute,
    ...courseRoutes,
    ...serviceRoutes,
    ...blogRoutes,
    ...legalRoutes,
  ],
  menu: [
    { menu: 'main', label: 'Home', path: paths.home, order: 10 },
    { menu: 'main', label: 'About Us', path: paths.about, order: 20 },
    {
      menu: 'main',
      label: 'Training Courses',
      path: paths.allTrainingCourses,
      order: 30,
      children: [
        { label: 'All', path: paths.allTrainingCourses, note: 'Every course compared' },
        ...categories.map(({ category, label, note }) => ({
          label,
          path: paths.courseCategory(category),
          note,
        })),
      ],
    },
    { menu: 'main', label: 'Services', path: paths.services, order: 60 },
    { menu: 'main', label: 'Blog', path: paths.blog, order: 70 },
  ],
});
