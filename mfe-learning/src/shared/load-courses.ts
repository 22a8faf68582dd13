import { calls } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';
import { summarise } from './lessons';

export type OnlineCourses = Awaited<ReturnType<typeof loadOnlineCourses>>;

export async function loadOnlineCourses({ host, signal }: LoadContext) {
  const { lessons, premium } = await host.api(calls.listLessons, {}, { signal });
  /** Whether every lesson has a trailer or a sample. */
  const allHavePreviews = lessons.every(({ trailerVideoSrc }) => trailerVideoSrc !== '');
  return { lessons: lessons.map(summarise), allHavePreviews, premium };
}
