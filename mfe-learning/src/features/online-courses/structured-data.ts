import { academy, CURRENCY, type Premium, toDecimal } from '@isa/api-contract';
import type { StructuredData } from '@isa/contract';
import { isoDuration } from '../../shared/durations';
import { COURSE_TITLE, type LessonSummary, runningSeconds } from '../../shared/lessons';

export const COURSE_DESCRIPTION =
  'Thirty-three video lessons in covert surveillance: law, preparation, observation posts, work on foot and ' +
  'on wheels, evidence and reporting. One payment, no subscription.';

/** https://schema.org/Course */
export function courseStructuredData(lessons: readonly LessonSummary[], premium: Premium): StructuredData {
  const seconds = runningSeconds(lessons);
  return {
    '@type': 'Course',
    name: COURSE_TITLE,
    description: COURSE_DESCRIPTION,
    inLanguage: 'en-GB',
    provider: { '@type': 'Organization', name: academy.name },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: toDecimal(premium.price),
      priceCurrency: CURRENCY,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(seconds > 0 && { courseWorkload: isoDuration(seconds) }),
    },
  };
}
