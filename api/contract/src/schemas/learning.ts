import { z } from 'zod';
import { isLessonId } from '../products';
import { timestampSchema, tokenSchema } from './shared';

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
    summary: 'A ticket for one lesson’s video, good for 15 minutes',
    body: z.object({ lessonId: lessonIdSchema }),
    response: z.object({ url: z.string(), expiresAt: timestampSchema }),
  },
} as const;
