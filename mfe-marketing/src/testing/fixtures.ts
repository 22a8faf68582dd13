import {
  type Book,
  type CallOutput,
  calls,
  type Course,
  type CourseCard,
  type CourseCategory,
  FIRST_LESSON_ID,
  LESSON_PRICE,
  PREMIUM_ID,
  type LegalPage,
  type AcademyProof,
  type TeamMember,
  type Post,
  pence,
} from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { type Answer, answer } from '@isa/contract/testing';

const lesson: CallOutput<'readLesson'>['lesson'] = {
  ...{ id: FIRST_LESSON_ID, title: 'Lesson', summary: 'Summary', topic: 'Topic', content: '' },
  ...{ durationSeconds: 60, trailerVideoSrc: '', courseVideoSrc: '', imgSrc: '', link: '' },
  ...{ price: LESSON_PRICE, currency: 'GBP' },
};
const premium: CallOutput<'readLesson'>['premium'] = {
  ...{ id: PREMIUM_ID, title: 'Premium access', link: '', price: pence(8800), currency: 'GBP' },
};

export function aBook(id: number, change: Partial<Book> = {}): Book {
  return {
    id,
    title: `Covert Surveillance, Volume ${id}`,
    imgSrc: `/art/book-${id}.svg`,
    content: '<p>Text of the book.</p>',
    link: `/isa-books/${id}`,
    offerLink: `/isa-books/${id}`,
    price: pence(id === 3 ? 6500 : 3474),
    oldPrice: id < 3 ? pence(3860) : null,
    currency: 'GBP',
    volumes: id === 3 ? [1, 2] : [id],
    preOrder: false,
    expectedMonth: null,
    soldOut: false,
    pages: 300,
    format: 'Paperback',
    contents: [],
    ...change,
  };
}

export const books: readonly Book[] = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aBook(id));

const cards: readonly (readonly [CourseCategory, number, string])[] = [
  ['surveillance', 6, 'Deepening Course'],
  ['surveillance', 8, 'Government Level'],
  ['investigations', 3, 'Level 4 Certificate'],
  ['investigations', 1, 'Management'],
  ['intelligence', 1, 'Departments'],
  ['intelligence', 2, 'Personal Protection'],
];

export const courses: readonly CourseCard[] = cards.map(([category, number, name]) => {
  const slug = `isa-${category}-course-${number}`;
  return {
    slug,
    category,
    name,
    summary: `What ${name} is about.`,
    link: `/${slug}`,
    img: `/art/courses/${slug}.svg`,
    facts: {
      audience: `For ${name}`,
      duration: 'Four weeks',
      place: 'Headquarters',
      group: '8 to 12',
      language: 'English',
    },
    runs: slug === 'isa-surveillance-course-6' ? [{ from: '2023-02-20', to: '2023-03-20' }] : [],
  };
});

export function aCourse(card: CourseCard, change: Partial<Course> = {}): Course {
  return {
    ...card,
    audience: 'Working professionals.',
    duration: 'Four weeks.',
    place: 'At headquarters.',
    aims: ['Follow without being noticed'],
    modules: [{ title: 'The operator', points: ['Gait and habits'] }],
    provided: ['Radios'],
    apply: 'Use the contact form.',
    notice: null,
    content: '<p>Preparation decides.</p>',
    ...change,
  };
}

export function aPost(id: number, change: Partial<Post> = {}): Post {
  return {
    id,
    title: `Post ${id}`,
    image: `/art/posts/${id}.svg`,
    link: `https://network.example/posts/${id}`,
    content: 'A long note on reading a street before working in it. '.repeat(6).trim(),
    publishedAt: `2024-0${id}-01T08:00:00Z`,
    ...change,
  };
}

export const legalPage: LegalPage = {
  slug: 'cookie-policy',
  title: 'Cookie Policy',
  summary: 'All of them necessary.',
  updatedAt: '2026-11-02T09:00:00Z',
  sections: [
    { id: 'cookies-we-set', heading: 'The cookies that we set', html: '<p>Four cookies</p>' },
    { id: 'control', heading: 'How to delete them', html: '<p>In the browser’s settings.</p>' },
  ],
};

export const team: readonly TeamMember[] = [
  'The Colonel',
  'Mobile surveillance',
  'Foot surveillance',
  'Investigations and evidence',
  'Protection and counter-surveillance',
].map((name, at) => ({
  id: at + 1,
  name,
  role: at === 0 ? 'CEO and founder' : 'Instructor’s post',
  description: `Teaches ${name}.`,
}));

export const proof: AcademyProof = {
  qualityNumber: 'QM 1234',
  qualityBody: 'Example Certification',
  qualityScope: 'training of investigators',
  securityNumber: null,
  securityBody: null,
  securityScope: null,
  companyNumber: '01234567',
  vatNumber: null,
  insurance: 'Professional indemnity, £5 million',
  vetting: null,
  dataHandling: null,
  references: null,
};

/** Responses to every call of the pages. The first match counts, so put overrides before them. */
export const answers: readonly Answer[] = [
  answer(calls.listBooks, () => ({ books: [...books] })),
  answer(calls.listCourses, () => ({ courses: [...courses] })),
  answer(calls.readCourse, ({ params: { slug } }) => {
    const card = courses.find((course) => course.slug === slug);
    if (!card) throw new ApiError('not-found', 'Not found.', { status: 404 });
    return { course: aCourse(card) };
  }),
  answer(calls.readSiteLinks, () => ({
    founderProfile: 'https://network.example/founder',
    companyContact: null,
  })),
  answer(calls.readAcademy, () => ({ team: [...team], proof })),
  answer(calls.readLesson, () => ({ lesson, premium })),
  answer(calls.listPosts, () => ({ posts: [aPost(1), aPost(3), aPost(2)] })),
  answer(calls.readPost, ({ params: { postId } }) => {
    if (postId !== 2) throw new ApiError('not-found', 'Not found.', { status: 404 });
    return { post: aPost(2), older: aPost(1), newer: aPost(3) };
  }),
  answer(calls.readLegalPage, ({ params: { slug } }) => ({ page: { ...legalPage, slug } })),
  answer(calls.contact, () => ({ message: 'Thank you.' })),
];
