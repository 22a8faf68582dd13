import { EntitySchema } from 'typeorm';
import { flag, foreignKey, id, instant, integer } from './columns';

/**
 * The right to load one lesson's video without the session's token in the address. It ends with its time,
 * with its session, and with the customer's access.
 */
export interface VideoTicket {
  readonly id: number;
  readonly userId: number;
  readonly sessionId: number;
  readonly lessonId: number;
  readonly createdAt: Date;
  /** Moved while the video plays, so that its address stays the same. */
  expiresAt: Date;
}

export const VideoTickets = new EntitySchema<VideoTicket>({
  name: 'VideoTicket',
  tableName: 'video_tickets',
  columns: {
    id,
    userId: integer,
    sessionId: integer,
    lessonId: integer,
    createdAt: instant,
    expiresAt: instant,
  },
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

/** How far a customer has come in a lesson. Kept when access ends, and there again when it returns. */
export interface LessonProgress {
  readonly userId: number;
  readonly lessonId: number;
  positionSeconds: number;
  /** Once true it stays true. */
  watched: boolean;
  /** When the player was at that position, by the player's clock but never later than ours. */
  updatedAt: Date;
}

export const LessonProgresses = new EntitySchema<LessonProgress>({
  name: 'LessonProgress',
  tableName: 'lesson_progress',
  columns: {
    userId: { type: 'integer', primary: true },
    lessonId: { type: 'integer', primary: true },
    positionSeconds: integer,
    watched: flag,
    updatedAt: instant,
  },
  foreignKeys: [foreignKey('fk_lesson_progress_user', 'User', 'userId', 'CASCADE')],
});
