import { calls, type CourseCard } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';

/**
 * What the page shows: the training courses, until this feature has a call of its own
 * (`api/contract/src/calls.ts` is the table of them).
 */
export async function loadSampleFeature({ host, signal }: LoadContext): Promise<readonly CourseCard[]> {
  const { courses } = await host.api(calls.listCourses, {}, { signal });
  return courses;
}
