/** Everything that the academy publishes. Products for sale are seeded into the database. */
export { books } from './books';
export { catalogue } from './catalogue';
export { courses } from './courses';
export { legalPages } from './legal';
export { lessons, lessonTopics } from './lessons';
export { posts } from './posts';
export { premium } from './premium';
