import type { CourseCategory, LegalSlug } from './schemas/catalogue';

/** `page('/isa-books/:bookId')` builds the address of one book and carries the pattern that routers take. */
function page<Value extends string | number>(pattern: string) {
  return Object.assign((value: Value) => pattern.replace(/:\w+/, encodeURIComponent(value)), { pattern });
}

/** Adds where the form leads once it has succeeded. Home is the default and stays out of the address. */
function withNext(path: string, next = '/'): string {
  return next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Every address of the site (specification §2): a text, or a function for an address with a parameter. */
export const paths = {
  home: '/',
  homeAlias: '/Home',
  latestCourses: '/#latest-courses',
  /** The token is in the fragment, which never reaches a server's log. */
  confirmNewsletter: (token: string) => `/#newsletter=${token}`,
  about: '/isa-about-us',
  contact: '/contact',
  contactForm: '/contact#form',
  contactSent: '/contact?sent=1',
  allTrainingCourses: '/isa-all-training-courses',
  courseCategory: (category: CourseCategory) => `/isa-${category}-courses`,
  /** A training course; its slug is the whole address: `isa-surveillance-course-6`. */
  course: (slug: string) => `/${slug}`,
  books: '/isa-books/all-books',
  booksAlias: '/isa-books',
  book: page<number>('/isa-books/:bookId'),
  services: '/isa-services',
  investigations: '/isa-services/investigations',
  consultancy: '/isa-services/consultancy',
  blog: '/isa-blog',
  post: page<number>('/isa-blog/:postId'),
  onlineCourses: '/isa-online-courses',
  onlineCoursesAlias: '/online-courses',
  lesson: page<number>('/isa-online-courses/:lessonId'),
  myCourses: '/my-courses',
  basket: '/isa-basket',
  checkout: '/checkout',
  paymentSuccessful: '/payment-successful',
  myOrders: '/my-orders',
  /** An order; its link comes from the API (`Receipt.link`) and works without an account. */
  order: page<string>('/my-orders/:link'),
  login: (next?: string) => withNext('/login', next),
  /** Logs in the browser that asked for it. The token is in the fragment, which never reaches a server's log. */
  logInLink: (token: string) => `/login#link=${token}`,
  register: (next?: string) => withNext('/register', next),
  forgotPassword: '/forgot-password',
  reset: page<string>('/reset/:token'),
  resetAlias: page<string>('/reset-password/:token'),
  account: '/account',
  /** The token of the mail is in the fragment, which never reaches a server's log. */
  verifyEmail: (token = '') => (token ? `/verify-email#${token}` : '/verify-email'),
  /** Confirms a new address of an existing account. The token goes to `verifyEmail` without the prefix. */
  confirmNewEmail: (token: string) => `/verify-email#change=${token}`,
  legal: (slug: LegalSlug) => `/${slug}`,
} as const;
