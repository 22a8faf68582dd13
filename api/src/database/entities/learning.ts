import { EntitySchema } from 'typeorm';
import { flag, foreignKey, id, instant, integer, primary, type Row } from './columns';

const videoTicketColumns = {
  id,
  userId: integer,
  sessionId: integer,
  lessonId: integer,
  createdAt: instant,
  /** When the ticket ends. It is extended while the video plays, so that its URL stays the same. */
  expiresAt: instant,
};

/** The right to load one lesson's video without the session token. It ends with its session and with the access. */
export type VideoTicket = Row<typeof videoTicketColumns>;

export const VideoTickets = new EntitySchema<VideoTicket>({
  name: 'VideoTicket',
  tableName: 'video_tickets',
  columns: videoTicketColumns,
  indices: [
    { name: 'uq_video_tickets_session_lesson', columns: ['sessionId', 'lessonId'], unique: true },
    { name: 'ix_video_tickets_user', columns: ['userId'] },
    { name: 'ix_video_tickets_expires_at', columns: ['expiresAt'] },
  ],
  foreignKeys: [
    foreignKey('fk_video_tickets_user', 'User', 'userId', 'CASCADE'),
    foreignKey('fk_video_tickets_session', 'Session', 'sessionId', 'CASCADE'),
  ],
});

const lessonProgressColumns = {
  userId: primary(integer),
  lessonId: primary(integer),
  positionSeconds: integer,
  /** Whether the lesson was watched; once true, it stays true. */
  watched: flag,
  /** The time of the position by the player's clock, but never later than the server's. */
  updatedAt: instant,
};

/** A customer's progress in a lesson. It remains when access ends and is used again when access returns. */
export type LessonProgress = Row<typeof lessonProgressColumns>;

export const LessonProgresses = new EntitySchema<LessonProgress>({
  name: 'LessonProgress',
  tableName: 'lesson_progress',
  columns: lessonProgressColumns,
  indices: [{ name: 'ix_lesson_progress_lesson', columns: ['lessonId'] }],
  foreignKeys: [foreignKey('fk_lesson_progress_user', 'User', 'userId', 'CASCADE')],
});
