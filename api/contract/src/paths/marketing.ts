import { type CourseCategory, type LegalSlug, pagePath } from '../page-path';

export const home = '/';
export const homeAlias = '/Home';
export const latestCourses = '/#latest-courses';
/** The token is in the fragment, which never reaches a server's log. */
export const confirmNewsletter = (token: string) => `/#newsletter=${token}`;
export const about = '/isa-about-us';
export const contact = '/contact';
export const contactForm = '/contact#form';
export const contactSent = '/contact?sent=1';
export const allTrainingCourses = '/isa-all-training-courses';
export const courseCategory = (category: CourseCategory) => `/isa-${category}-courses`;
/** A training course; its slug is the whole address: `isa-surveillance-course-6`. */
export const course = (slug: string) => `/${slug}`;
/** A training course's syllabus as a PDF, which the API makes. */
export const syllabus = pagePath<string>('/api/courses/:slug/syllabus.pdf');
/** A picture that staff have uploaded; its name is a hash of its bytes. */
export const picture = pagePath<string>('/api/pictures/:name');
export const services = '/isa-services';
export const investigations = '/isa-services/investigations';
export const consultancy = '/isa-services/consultancy';
export const blog = '/isa-blog';
export const post = pagePath<number>('/isa-blog/:postId');
export const legal = (slug: LegalSlug) => `/${slug}`;
