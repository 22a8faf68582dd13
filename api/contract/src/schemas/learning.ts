import { z } from 'zod';
import { isLessonId } from '../products';
import { timestampSchema, tokenSchema } from './shared';

const MAX_POSITION_SECONDS = 86_400;

const lessonProgressSchema = z.object({
  lessonId: z.number().int(),
  positionSeconds: z.number().int(),
  watched: z.boolean(),
  updatedAt: timestampSchema,
});
export type LessonProgress = z.infer<typeof lessonProgressSchema>;

const lessonIdSchema = z.number().int().refine(isLessonId, 'There is no such lesson.');

export const learningSchemas = {
  getUserPermissions: {
    summary: 'Whether the session may watch the course; 404 when the token leads to no user',
    query: z.object({ token: tokenSchema.optional() }),
    response: z.object({ message: z.enum(['granted', 'not granted']) }),
  },
  coursesByUser: {
    summary: 'The lessons that the session has bought',
    body: z.object({ token: tokenSchema.optional() }),
    response: z.object({ courses: z.array(z.object({ course_id: z.number().int() })) }),
  },
  createVideoTicket: {
    summary:
      'A ticket for one lesson’s video, good for 15 minutes; asked for again in that time it is the same one, prolonged',
    body: z.object({ lessonId: lessonIdSchema }),
    response: z.object({
      url: z.string(),
      expiresAt: timestampSchema,
      /** WebVTT, under the same ticket; null where a recording has none. */
      captionsUrl: z.string().nullable(),
      chaptersUrl: z.string().nullable(),
      /** True while the project's short clip stands in for the lesson's recording. */
      sample: z.boolean().optional(),
    }),
  },
  readProgress: {
    summary: 'How far the customer has come in each lesson that was begun',
    response: z.object({ lessons: z.array(lessonProgressSchema) }),
  },
  saveProgress: {
    summary: 'Merge a position into what is known: the newer position stays, watched is never taken back',
    params: z.object({
      lessonId: z.coerce.number<string | number>().refine(isLessonId, 'There is no such lesson.'),
    }),
    body: z.object({
      positionSeconds: z.number().min(0).max(MAX_POSITION_SECONDS).transform(Math.floor),
      watched: z.boolean().default(false),
      /** When the player was there. */
      at: timestampSchema,
    }),
    response: z.object({ progress: lessonProgressSchema }),
  },
} as const;
