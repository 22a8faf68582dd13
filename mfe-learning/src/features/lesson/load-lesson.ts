import { calls, isLessonId } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, type LoadContext } from '@isa/contract';
import { redirect } from '@isa/contract/router';
import { entryOf } from '../../shared/lessons';

export type LessonData = Awaited<ReturnType<typeof loadLesson>>;

/** Redirects an unknown id to the list (specification §2). */
export async function loadLesson({ host, params, signal }: LoadContext) {
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
