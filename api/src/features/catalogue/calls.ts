import type { CallsOf } from '@isa/api-contract/base';
import type { catalogueSchemas } from './schema';

export const catalogueCalls: CallsOf<typeof catalogueSchemas> = {
  listBooks: { method: 'GET', path: '/api/books' },
  readBook: { method: 'GET', path: '/api/books/:bookId' },
  listLessons: { method: 'GET', path: '/api/lessons' },
  readLesson: { method: 'GET', path: '/api/lessons/:lessonId' },
  listCourses: { method: 'GET', path: '/api/courses' },
  readCourse: { method: 'GET', path: '/api/courses/:slug' },
  listPosts: { method: 'GET', path: '/api/posts' },
  readPost: { method: 'GET', path: '/api/posts/:postId' },
  readLegalPage: { method: 'GET', path: '/api/legal/:slug' },
  readSearchable: { method: 'GET', path: '/api/searchable' },
  readSiteLinks: { method: 'GET', path: '/api/site-links' },
  readContactDetails: { method: 'GET', path: '/api/contact-details' },
  readAcademy: { method: 'GET', path: '/api/academy' },
  readEntityTags: { method: 'GET', path: '/api/entity-tags' },
};
