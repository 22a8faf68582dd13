import { calls, isLessonId, type Lesson, type Premium } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, type LoadContext } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import { entryOf, type LessonEntry } from '../../shared/lessons';

export interface LessonData {
  readonly lesson: Lesson;
  readonly premium: Premium;
  readonly syllabus: readonly LessonEntry[];
}

/** Redirects an unknown id to the list (specification §2). */
export async function loadLesson({ host, params, signal }: LoadContext): Promise<LessonData> {
  const lessonId = Number(params['lessonId']);
  if (!isLessonId(lessonId)) throw redirect(paths.onlineCourses);
  try {
    const [{ lesson }, { lessons, premium }] = await Promise.all([
      host.api(calls.readLesson, { params: { lessonId } }, { signal }),
      host.api(calls.listLessons, {}, { signal }),
    ]);
    return { lesson, premium, syllabus: lessons.map(entryOf) };
  } catch (error) {
    if (error instanceof ApiError && error.id === 'not-found') throw redirect(paths.onlineCourses);
    throw error;
  }
}
