/** Everything that the academy publishes: written here, seeded into the database where it is sold, and served. */
export { books } from './books';
export { courses } from './courses';
export { legalPages } from './legal';
export { lessons, lessonTopics } from './lessons';
export { posts } from './posts';
export { premium } from './premium';
