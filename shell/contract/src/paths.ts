import type { CourseCategory, LegalSlug } from '@isa/api-contract';

/** Every address of the site (specification §2). Links come from here and from nowhere else. */
export const paths = {
  home: '/',
  latestCourses: '/#latest-courses',
  about: '/isa-about-us',
  contact: '/contact',
  allTrainingCourses: '/isa-all-training-courses',
  courseCategory: (category: CourseCategory) => `/isa-${category}-courses`,
  /** One training course; its slug is the whole address: `isa-surveillance-course-6`. */
  course: (slug: string) => `/${slug}`,
  books: '/isa-books/all-books',
  book: (bookId: number) => `/isa-books/${bookId}`,
  services: '/isa-services',
  investigations: '/isa-services/investigations',
  consultancy: '/isa-services/consultancy',
  blog: '/isa-blog',
  onlineCourses: '/isa-online-courses',
  lesson: (lessonId: number) => `/isa-online-courses/${lessonId}`,
  myCourses: '/my-courses',
  basket: '/isa-basket',
  checkout: '/checkout',
  paymentSuccessful: '/payment-successful',
  myOrders: '/my-orders',
  /** One order; its link comes from the API (`Receipt.link`) and works without an account. */
  order: (link: string) => `/my-orders/${encodeURIComponent(link)}`,
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  reset: (token: string) => `/reset/${encodeURIComponent(token)}`,
  account: '/account',
  /** The token follows as a fragment, which never reaches a server's log. */
  verifyEmail: '/verify-email',
  legal: (slug: LegalSlug) => `/${slug}`,
} as const;
