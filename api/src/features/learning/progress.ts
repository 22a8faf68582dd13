import type { CallInput, CallOutput, LessonProgress as Progress } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { type LessonProgress, LessonProgresses } from '../../database/entities';
import { rowLock, transaction } from '../../database/transaction';
import type { AccountDeps } from '../accounts/deps';
import { retryForSession } from './tickets';

/** Merges reports of several devices in any order, also when late or repeated. */
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
    { positionSeconds, watched = false, at }: CallInput<'saveProgress'>['body'],
  ): Promise<Progress> {
    const key = { userId, lessonId };
    // Times in the future are capped: a fast clock would win against every later report.
    const updatedAt = new Date(Math.min(Date.parse(at), now().getTime()));
    const merge = async (manager: EntityManager): Promise<LessonProgress> => {
      // The row is locked, so that concurrent reports do not overwrite each other.
      const saved = await manager.findOne(LessonProgresses, { where: key, ...rowLock(manager) });
      if (!saved) {
        const row = { ...key, positionSeconds, watched, updatedAt };
        await manager.insert(LessonProgresses, row);
        return row;
      }
      const changes = {
        ...(updatedAt > saved.updatedAt ? { positionSeconds, updatedAt } : {}),
        watched: saved.watched || watched,
      };
      await manager.update(LessonProgresses, key, changes);
      return { ...saved, ...changes };
    };
    return present(await retryForSession(() => transaction(db, merge)));
  }

  return { read, save };
}

function present({ lessonId, positionSeconds, watched, updatedAt }: LessonProgress): Progress {
  return { lessonId, positionSeconds, watched, updatedAt: updatedAt.toISOString() };
}
