import { pagePath } from '../page-path';

export const onlineCourses = '/isa-online-courses';
export const onlineCoursesAlias = '/online-courses';
export const lesson = pagePath<number>('/isa-online-courses/:lessonId');
export const myCourses = '/my-courses';
