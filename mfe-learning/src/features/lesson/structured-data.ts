import { type Lesson, toDecimal } from '@isa/api-contract';
import { paths, type StructuredData } from '@isa/contract';
import { isoDuration } from '../../shared/durations';
import { COURSE_TITLE } from '../../shared/lessons';

/** https://schema.org/VideoObject, without the video's URL, which needs a ticket. */
export function lessonVideo(lesson: Lesson, origin: string): StructuredData {
  return {
    '@type': 'VideoObject',
    name: lesson.title,
    description: lesson.summary,
    thumbnailUrl: origin + lesson.imgSrc,
    duration: isoDuration(lesson.durationSeconds),
    inLanguage: 'en-GB',
    isAccessibleForFree: false,
    isPartOf: { '@type': 'Course', name: COURSE_TITLE, url: origin + paths.onlineCourses },
    offers: { '@type': 'Offer', price: toDecimal(lesson.price), priceCurrency: lesson.currency },
  };
}
