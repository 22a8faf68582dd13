/** The course that contains all lessons (specification §2). */
export const COURSE_TITLE = 'Basic Covert Surveillance';
