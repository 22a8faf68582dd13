import { calls } from '@isa/api-contract';
import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { loadSidebar } from '../../shared/sidebar/load-sidebar';
import { upcomingRun, validUntil } from '../../shared/upcoming-run';
import { categories } from './categories';

/** Every course has its own path (specification §2). */
const details: readonly { readonly slug: string; readonly title: string }[] = [
  { slug: 'isa-surveillance-course-6', title: 'Deepening course for professionals' },
  { slug: 'isa-surveillance-course-8', title: 'Surveillance at government level' },
  { slug: 'isa-investigations-course-1', title: 'Management of investigations' },
  { slug: 'isa-investigations-course-3', title: 'Level 4 certificate' },
  { slug: 'isa-intelligence-course-1', title: 'Organisation of departments and teams' },
  { slug: 'isa-intelligence-course-2', title: 'Teams for personal protection' },
];

export const courseRoutes = [
  definePage({
    path: paths.allTrainingCourses,
    title: 'All training courses',
    load: async (context) => ({ sidebar: await loadSidebar(context) }),
    page: () => import('./all-courses-page'),
  }),
  ...categories.map(({ category, title }) =>
    definePage({
      path: paths.courseCategory(category),
      title,
      load: async (context) => {
        const sidebar = await loadSidebar(context);
        return {
          category,
          courses: sidebar.courses.filter((course) => course.category === category),
          sidebar,
        };
      },
      page: () => import('./category-page'),
    }),
  ),
  ...details.map(({ slug, title }) =>
    definePage({
      path: paths.course(slug),
      title,
      load: async (context) => {
        const { host, signal } = context;
        const [{ course }, sidebar, { proof }] = await Promise.all([
          host.api(calls.readCourse, { params: { slug } }, { signal }),
          loadSidebar(context),
          host.api(calls.readAcademy, {}, { signal }),
        ]);
        return { course, sidebar, run: upcomingRun([course], new Date()), proof };
      },
      validUntil: ({ run }) => validUntil(run),
      page: () => import('./course-page'),
    }),
  ),
];
