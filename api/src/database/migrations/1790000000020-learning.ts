import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, kinds, references, table, unique } from './schema-helpers';

const { id, givenId, integer, flag, instant } = kinds;

const tables = () => [
  table(
    'video_tickets',
    {
      id,
      user_id: integer,
      session_id: integer,
      lesson_id: integer,
      created_at: instant,
      expires_at: instant,
    },
    [
      unique('uq_video_tickets_session_lesson', 'session_id', 'lesson_id'),
      index('ix_video_tickets_user', 'user_id'),
      index('ix_video_tickets_expires_at', 'expires_at'),
    ],
    [
      references('fk_video_tickets_user', 'user_id', 'users', 'CASCADE'),
      references('fk_video_tickets_session', 'session_id', 'sessions', 'CASCADE'),
    ],
  ),
  table(
    'lesson_progress',
    { user_id: givenId, lesson_id: givenId, position_seconds: integer, watched: flag, updated_at: instant },
    [],
    [references('fk_lesson_progress_user', 'user_id', 'users', 'CASCADE')],
  ),
];

/** Video tickets and each customer's progress. */
export class Learning1790000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const created of tables()) await runner.createTable(created);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const dropped of tables().reverse()) await runner.dropTable(dropped);
  }
}
