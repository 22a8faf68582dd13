import { type Lesson, toDecimal } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { isoDuration } from '../../shared/durations';
import { COURSE_TITLE } from '../online-courses/course';

/** schema.org's VideoObject and BreadcrumbList. The video's address is left out: it opens with a ticket only. */
export function lessonJsonLd(lesson: Lesson, origin: string): Record<string, unknown>[] {
  return [
    {
      '@type': 'VideoObject',
      name: lesson.title,
      description: lesson.summary,
      thumbnailUrl: origin + lesson.imgSrc,
      duration: isoDuration(lesson.durationSeconds),
      inLanguage: 'en-GB',
      isAccessibleForFree: false,
      isPartOf: { '@type': 'Course', name: COURSE_TITLE, url: origin + paths.onlineCourses },
      offers: { '@type': 'Offer', price: toDecimal(lesson.price), priceCurrency: lesson.currency },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Online Courses', item: origin + paths.onlineCourses },
        { '@type': 'ListItem', position: 2, name: lesson.title, item: origin + paths.lesson(lesson.id) },
      ],
    },
  ];
}
