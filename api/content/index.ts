/** Everything that the academy publishes: written here, seeded into the database where it is sold, and served. */
export { books } from './books';
export { lessons, lessonTopics } from './lessons';
export { premium } from './premium';
