import { isLessonId } from '@isa/api-contract/base';
import { z } from 'zod';
import { timestampSchema, tokenSchema } from '@isa/api-contract/fields';

const MAX_POSITION_SECONDS = 86_400;

const lessonProgressSchema = z.object({
  lessonId: z.number().int(),
  positionSeconds: z.number().int(),
  watched: z.boolean(),
  updatedAt: timestampSchema,
});
/** How far a customer has watched a lesson; `positionSeconds` is relative to the video's own length. */
export type LessonProgress = z.infer<typeof lessonProgressSchema>;

const lessonIdSchema = z.number().int().refine(isLessonId, 'There is no such lesson.');

/** The calls for watching lessons: permission, tickets, progress, and the customer's courses (specification §7). */
export const learningSchemas = {
  getUserPermissions: {
    summary: 'Whether the session may watch the course; 404 when the token has no user',
    query: z.object({ token: tokenSchema.optional() }),
    response: z.object({ message: z.enum(['granted', 'not granted']) }),
  },
  coursesByUser: {
    summary: 'The lessons that the customer has bought',
    body: z.object({ token: tokenSchema.optional() }),
    response: z.object({ courses: z.array(z.object({ course_id: z.number().int() })) }),
  },
  createVideoTicket: {
    summary:
      'A ticket for one lesson’s video, valid for 15 minutes; requesting it again in that time prolongs it',
    body: z.object({ lessonId: lessonIdSchema }),
    response: z.object({
      url: z.string(),
      expiresAt: timestampSchema,
      /** WebVTT with the same ticket; null for a recording without captions. */
      captionsUrl: z.string().nullable(),
      chaptersUrl: z.string().nullable(),
      /** True while a short sample clip replaces the lesson's recording. */
      sample: z.boolean().optional(),
    }),
  },
  readProgress: {
    summary: 'The customer’s progress in each lesson that was started',
    response: z.object({ lessons: z.array(lessonProgressSchema) }),
  },
  saveProgress: {
    summary: 'Save a position: the later viewing wins, and a watched lesson stays watched',
    params: z.object({
      lessonId: z.coerce.number<string | number>().refine(isLessonId, 'There is no such lesson.'),
    }),
    body: z.object({
      positionSeconds: z.number().min(0).max(MAX_POSITION_SECONDS).transform(Math.floor),
      watched: z.boolean().default(false),
      /** How long ago the player had this position. A duration, because the clocks of devices differ. */
      secondsAgo: z.number().min(0).default(0),
    }),
    response: z.object({ progress: lessonProgressSchema }),
  },
} as const;
