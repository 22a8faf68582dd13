import { isRecorded, type Lesson, toDecimal } from '@isa/api-contract';
import { paths, type StructuredData } from '@isa/contract';
import { isoDuration } from '../../shared/durations';
import { COURSE_TITLE } from '../../shared/lessons';

/**
 * https://schema.org/VideoObject: a recording without its URL, which needs a ticket, or the public sample of a lesson in
 * production.
 */
export function lessonVideo(lesson: Lesson, origin: string): StructuredData {
  return {
    '@type': 'VideoObject',
    description: lesson.summary,
    thumbnailUrl: origin + lesson.imgSrc,
    ...(isRecorded(lesson)
      ? { name: lesson.title, duration: isoDuration(lesson.durationSeconds), isAccessibleForFree: false }
      : {
          name: `${lesson.title} (sample)`,
          ...(lesson.trailerVideoSrc && { contentUrl: origin + lesson.trailerVideoSrc }),
          isAccessibleForFree: true,
        }),
    inLanguage: 'en-GB',
    isPartOf: { '@type': 'Course', name: COURSE_TITLE, url: origin + paths.onlineCourses },
    offers: { '@type': 'Offer', price: toDecimal(lesson.price), priceCurrency: lesson.currency },
  };
}
