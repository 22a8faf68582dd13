import type { CallInput, CallOutput, LessonProgress } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { type LessonProgressRow, LessonProgresses } from '../../database/entities';
import { rowLock, transaction } from '../../database/transaction';
import type { AccountDeps } from '../accounts/deps';
import { retryForSession } from './tickets';

/** Merges reports of several devices in any order, even if they are late or repeated. Only the server's clock counts. */
export function createProgress({ db, now }: Pick<AccountDeps, 'db' | 'now'>) {
  async function read(userId: number): Promise<CallOutput<'readProgress'>> {
    const rows = await db
      .getRepository(LessonProgresses)
      .find({ where: { userId }, order: { lessonId: 'ASC' } });
    return { lessons: rows.map(present) };
  }

  /** @throws ProblemError `not-signed-in` when the account was deleted meanwhile. */
  async function save(
    userId: number,
    lessonId: number,
    { positionSeconds, watched = false, secondsAgo = 0 }: CallInput<'saveProgress'>['body'],
  ): Promise<LessonProgress> {
    const key = { userId, lessonId };
    const updatedAt = new Date(Math.max(0, now().getTime() - secondsAgo * 1000));
    const merge = async (manager: EntityManager): Promise<LessonProgressRow> => {
      // The row is locked, so that concurrent reports do not overwrite each other.
      const saved = await manager.findOne(LessonProgresses, { where: key, ...rowLock(manager) });
      if (!saved) {
        const row = { ...key, positionSeconds, watched, updatedAt };
        await manager.insert(LessonProgresses, row);
        return row;
      }
      const changes = {
        ...(updatedAt >= saved.updatedAt ? { positionSeconds, updatedAt } : {}),
        watched: saved.watched || watched,
      };
      await manager.update(LessonProgresses, key, changes);
      return { ...saved, ...changes };
    };
    return present(await retryForSession(() => transaction(db, merge)));
  }

  return { read, save };
}

function present({ lessonId, positionSeconds, watched, updatedAt }: LessonProgressRow): LessonProgress {
  return { lessonId, positionSeconds, watched, updatedAt: updatedAt.toISOString() };
}
