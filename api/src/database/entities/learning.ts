import { flag, id, indexed, instant, integer, primary, references, type RowOf, table } from './columns';

/** The right to load one lesson's video without the session token. It ends with its session and with the access. */
export const VideoTickets = table(
  'video_tickets',
  {
    id,
    userId: indexed('ix_video_tickets_user', references('fk_video_tickets_user', 'users', 'CASCADE')),
    sessionId: references('fk_video_tickets_session', 'sessions', 'CASCADE'),
    lessonId: integer,
    createdAt: instant,
    /** When the ticket ends. It is extended while the video plays, so that its URL stays the same. */
    expiresAt: indexed('ix_video_tickets_expires_at', instant),
  },
  [{ name: 'uq_video_tickets_session_lesson', columns: ['sessionId', 'lessonId'], unique: true }],
);
export type VideoTicket = RowOf<typeof VideoTickets>;

/** A customer's progress in a lesson. It remains when access ends and is used again when access returns. */
export const LessonProgresses = table('lesson_progress', {
  userId: primary(references('fk_lesson_progress_user', 'users', 'CASCADE')),
  lessonId: indexed('ix_lesson_progress_lesson', primary(integer)),
  positionSeconds: integer,
  /** Whether the lesson was watched; once true, it stays true. */
  watched: flag,
  /** When the player had the position, by the server's clock. */
  updatedAt: instant,
});
export type LessonProgressRow = RowOf<typeof LessonProgresses>;
