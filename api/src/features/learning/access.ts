import { FIRST_LESSON_ID, LESSON_COUNT, PREMIUM_ID } from '@isa/api-contract';
import { type DataSource, IsNull } from 'typeorm';
import { Entitlements } from '../../database/entities';

export type Access = ReturnType<typeof createAccess>;

/** Decides who may watch the lessons: unrevoked premium access grants all of them (specification §3, §6). */
export function createAccess(db: DataSource) {
  async function has(userId: number): Promise<boolean> {
    return db.getRepository(Entitlements).existsBy({ userId, productId: PREMIUM_ID, revokedAt: IsNull() });
  }

  /** The lessons that a customer may watch: all of them or none. */
  async function lessonIds(userId: number): Promise<number[]> {
    if (!(await has(userId))) return [];
    return Array.from({ length: LESSON_COUNT }, (_, index) => FIRST_LESSON_ID + index);
  }

  return { has, lessonIds };
}
