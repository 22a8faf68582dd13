import { type CallOutput, calls } from '@isa/api-contract';
import type { LoadContext } from '@isa/contract';
import { type LessonSummary, summarise } from './lessons';

export interface OnlineCourses {
  readonly lessons: readonly LessonSummary[];
  /** Whether every lesson has a trailer or a sample. */
  readonly allHavePreviews: boolean;
  readonly premium: CallOutput<'listLessons'>['premium'];
}

export async function loadOnlineCourses({ host, signal }: LoadContext): Promise<OnlineCourses> {
  const { lessons, premium } = await host.api(calls.listLessons, {}, { signal });
  const allHavePreviews = lessons.every(({ trailerVideoSrc }) => trailerVideoSrc !== '');
  return { lessons: lessons.map(summarise), allHavePreviews, premium };
}
