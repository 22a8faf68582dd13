import { legalPages } from '@isa/api-contract/base';
import { z } from 'zod';
import { currencySchema, htmlSchema, penceSchema, timestampSchema } from '@isa/api-contract/fields';

/** A book or a pack of volumes (specification §3). Prices are pence. */
export const bookSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Path of the cover's picture. */
  imgSrc: z.string(),
  content: htmlSchema,
  /** The book's own page: `/isa-books/{id}`. */
  link: z.string(),
  /** Target of the home page's offer: any https address, or the book's page. */
  offerLink: z.string(),
  price: penceSchema,
  /** The old price, which is struck through where the specification defines one. */
  oldPrice: penceSchema.nullable(),
  currency: currencySchema,
  /** The volumes inside: one for a single book, several for a pack. */
  volumes: z.array(z.number().int()).min(1),
  /** Whether the book is not yet published and sold as a pre-order. */
  preOrder: z.boolean(),
  /** The month in which a pre-order is expected, as `2027-03`. */
  expectedMonth: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'Enter a month such as 2027-03.')
    .nullable(),
  /** Whether the book cannot be ordered at present. */
  soldOut: z.boolean(),
  pages: z.number().int(),
  format: z.string(),
  contents: z.array(z.string()),
});
export type Book = z.infer<typeof bookSchema>;

/** A lesson of the online course (specification §3). Prices are pence. */
export const lessonSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  summary: z.string(),
  topic: z.string(),
  /** The recording's length; while the lesson is being filmed, the planned one. */
  durationSeconds: z.number().int(),
  /** The address of the trailer or, while the lesson is being filmed, of its sample; empty without one. */
  trailerVideoSrc: z.string(),
  /** The address of the recording, which needs premium access; empty while the lesson is being filmed. */
  courseVideoSrc: z.string(),
  content: htmlSchema,
  link: z.string(),
  price: penceSchema,
  currency: currencySchema,
  imgSrc: z.string(),
});
export type Lesson = z.infer<typeof lessonSchema>;

const premiumSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  price: penceSchema,
  currency: currencySchema,
  link: z.string(),
  /** Whether no lesson is recorded yet, so that an order needs no consent to immediate supply. */
  preOrder: z.boolean(),
});
/** Premium access to all lessons, as the catalogue offers it. */
export type Premium = z.infer<typeof premiumSchema>;

const courseCategorySchema = z.enum(['surveillance', 'investigations', 'intelligence']);
/** The category of a classroom course; each has a page of its own (specification §2). */
export type CourseCategory = z.infer<typeof courseCategorySchema>;

/** A run from the first to the last day, both included. */
const courseRunSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
export type CourseRun = z.infer<typeof courseRunSchema>;

const courseCardSchema = z.object({
  /** The page's address without its slash: `isa-surveillance-course-6`. */
  slug: z.string(),
  category: courseCategorySchema,
  name: z.string(),
  summary: z.string(),
  link: z.string(),
  img: z.string(),
  /** What a person who wants to book needs to know, in a few words each. */
  facts: z.object({
    audience: z.string(),
    duration: z.string(),
    place: z.string(),
    group: z.string(),
    language: z.string(),
  }),
  /** The dated runs in their order. */
  runs: z.array(courseRunSchema),
});
/** What lists and cards show of a course. */
export type CourseCard = z.infer<typeof courseCardSchema>;

/** A classroom course with everything that its page shows. */
export const courseSchema = courseCardSchema.extend({
  audience: z.string(),
  duration: z.string(),
  place: z.string(),
  aims: z.array(z.string()),
  modules: z.array(z.object({ title: z.string(), points: z.array(z.string()) })),
  provided: z.array(z.string()),
  apply: z.string(),
  /** A condition such as "offered only on request by government bodies". */
  notice: z.string().nullable(),
  content: htmlSchema,
});
export type Course = z.infer<typeof courseSchema>;

/** A post of the blog (specification §3). */
export const postSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  image: z.string(),
  /** The same post on another site; null where it is only on this one. */
  link: z.string().nullable(),
  /** Plain text; an empty line separates paragraphs. */
  content: z.string(),
  publishedAt: timestampSchema,
});
export type Post = z.infer<typeof postSchema>;

const postNeighbourSchema = postSchema.pick({ id: true, title: true, image: true }).nullable();

const legalSlugSchema = z.enum(legalPages.map(({ slug }) => slug));

/** A legal page. Its sections' HTML comes with the release. */
export const legalPageSchema = z.object({
  slug: legalSlugSchema,
  title: z.string(),
  summary: z.string(),
  updatedAt: timestampSchema,
  sections: z.array(z.object({ id: z.string(), heading: z.string(), html: htmlSchema })),
});
export type LegalPage = z.infer<typeof legalPageSchema>;

/** A person of the training team. The first is the founder. */
export const teamMemberSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  role: z.string(),
  description: z.string(),
});
export type TeamMember = z.infer<typeof teamMemberSchema>;

const proofText = z.string().min(1).max(300, 'At most 300 characters.').nullable();
/** What lets a buyer check the academy. What is null is available on request. */
const proofSchema = z.object({
  /** The certificate of ISO 9001: its number, the body that issued it, and what it covers. */
  qualityNumber: proofText,
  qualityBody: proofText,
  qualityScope: proofText,
  /** The same of ISO 27001. */
  securityNumber: proofText,
  securityBody: proofText,
  securityScope: proofText,
  companyNumber: proofText,
  vatNumber: proofText,
  insurance: proofText,
  vetting: proofText,
  dataHandling: proofText,
  references: proofText,
});
export type AcademyProof = z.infer<typeof proofSchema>;

/** Addresses on other sites to which the site's pages lead. */
const siteLinksSchema = z.object({
  /** The founder's profile on the professional network. */
  founderProfile: z.string({ error: 'Enter an https address.' }),
  /** The company's contact page on another site; null for this site's own. */
  companyContact: z.string().nullable(),
});

/** How the academy is reached, and the name of its company. Operators set them. */
const contactDetailsSchema = z.object({
  legalName: z.string(),
  email: z.string(),
  /** In the international form, in groups that are easy to read. */
  phone: z.string(),
  /** On one line, with a comma and a space where a label begins a new line. */
  address: z.string(),
  hours: z.string(),
});
export type ContactDetails = z.infer<typeof contactDetailsSchema>;

/** What staff say about the academy. The VAT number is a setting, because receipts have it too. */
export const academySchema = siteLinksSchema.extend(proofSchema.omit({ vatNumber: true }).shape);
export type AcademyContent = z.infer<typeof academySchema>;

/** The public calls for books, lessons, courses, posts and legal pages. They are the same for all visitors. */
export const catalogueSchemas = {
  listBooks: { summary: 'All books in their order', response: z.object({ books: z.array(bookSchema) }) },
  readBook: {
    summary: 'One book',
    params: z.object({ bookId: z.coerce.number<string | number>().int() }),
    response: z.object({ book: bookSchema }),
  },
  listLessons: {
    summary: 'All lessons in their order, and the premium access that opens them',
    response: z.object({ lessons: z.array(lessonSchema), premium: premiumSchema }),
  },
  readLesson: {
    summary: 'One lesson',
    params: z.object({ lessonId: z.coerce.number<string | number>().int() }),
    response: z.object({ lesson: lessonSchema, premium: premiumSchema.omit({ preOrder: true }) }),
  },
  listCourses: {
    summary: 'Training courses as cards',
    response: z.object({ courses: z.array(courseCardSchema) }),
  },
  readCourse: {
    summary: 'One training course',
    params: z.object({ slug: z.string().max(80) }),
    response: z.object({ course: courseSchema }),
  },
  listPosts: { summary: 'Blog posts, newest first', response: z.object({ posts: z.array(postSchema) }) },
  readPost: {
    summary: 'One blog post, and the posts published before and after it',
    params: z.object({ postId: z.coerce.number<string | number>().int() }),
    response: z.object({ post: postSchema, older: postNeighbourSchema, newer: postNeighbourSchema }),
  },
  readLegalPage: {
    summary: 'One legal page',
    params: z.object({ slug: legalSlugSchema }),
    response: z.object({ page: legalPageSchema }),
  },
  readSearchable: {
    summary: 'Everything that the search of the site finds, in one response',
    response: z.object({
      courses: z.array(courseCardSchema),
      lessons: z.array(lessonSchema),
      books: z.array(bookSchema),
      posts: z.array(postSchema),
      legalPages: z.array(legalPageSchema),
    }),
  },
  readSiteLinks: { summary: 'Links to other sites', response: siteLinksSchema },
  readContactDetails: {
    summary: 'How the academy is reached, and the name of its company',
    response: contactDetailsSchema,
  },
  readAcademy: {
    summary: 'The training team, and what lets a buyer check the academy',
    response: z.object({ team: z.array(teamMemberSchema), proof: proofSchema }),
  },
  readEntityTags: {
    summary: 'The entity tags of all responses of the catalogue, by path',
    response: z.object({ tags: z.record(z.string(), z.string()) }),
  },
} as const;
