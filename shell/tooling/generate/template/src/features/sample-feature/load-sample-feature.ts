import { calls, type CourseCard } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';

/** Loads the training courses. Replace them by a call of this feature (`api/src/features/<feature>/`). */
export async function loadSampleFeature({ host, signal }: LoadContext): Promise<readonly CourseCard[]> {
  const { courses } = await host.api(calls.listCourses, {}, { signal });
  return courses;
}
