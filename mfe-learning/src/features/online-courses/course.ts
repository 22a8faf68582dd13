import { CURRENCY, type Premium, toDecimal } from '@isa/api-contract';
import { isoDuration } from '../../shared/durations';
import { type LessonSummary, totalSeconds } from '../../shared/lessons';

/** The course that all lessons belong to (specification §2). */
export const COURSE_TITLE = 'Basic Covert Surveillance';

export const COURSE_DESCRIPTION =
  'Thirty-three filmed lessons in covert surveillance: law, preparation, observation posts, work on foot and ' +
  'on wheels, evidence and reporting. Learn when you have the time, keep them for good.';

/** schema.org's Course, with what it costs and how long it takes. */
export function courseJsonLd(lessons: readonly LessonSummary[], premium: Premium): Record<string, unknown> {
  return {
    '@type': 'Course',
    name: COURSE_TITLE,
    description: COURSE_DESCRIPTION,
    inLanguage: 'en-GB',
    provider: { '@type': 'Organization', name: 'International Surveillance Academy' },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: toDecimal(premium.price),
      priceCurrency: CURRENCY,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: isoDuration(totalSeconds(lessons)),
    },
  };
}
