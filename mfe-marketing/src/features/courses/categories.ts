import type { CourseCategory } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type Crumb } from '@isa/contract';

export const coursesCrumb: Crumb = { label: 'Training Courses', to: paths.allTrainingCourses };

/** The categories in the order of the menu. */
export const categories = [
  {
    category: 'surveillance',
    label: 'Surveillance',
    title: 'Surveillance Courses',
    note: 'For operators and government units',
  },
  {
    category: 'investigations',
    label: 'Investigations',
    title: 'Investigations Courses',
    note: 'For investigators and their managers',
  },
  {
    category: 'intelligence',
    label: 'Intelligence',
    title: 'Intelligence Courses',
    note: 'For departments and protection teams',
  },
] as const;

export function categoryOf(category: CourseCategory) {
  const found = categories.find((entry) => entry.category === category);
  if (!found) throw new Error(`There is no category "${category}".`);
  return found;
}
