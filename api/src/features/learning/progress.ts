import type { CallOutput, LessonProgress as Progress } from '@isa/api-contract';
import type { EntityManager } from 'typeorm';
import { type LessonProgress, LessonProgresses } from '../../database/entities';
import { isDuplicate, isMissingReference } from '../../database/errors';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import { ProblemError } from '../../http/problem-error';

interface Report {
  readonly lessonId: number;
  readonly positionSeconds: number;
  readonly watched: boolean;
  /** When the player was there, by the player's clock. */
  readonly at: Date;
}

/** How far each customer has come. Reports of several devices, early, late or repeated, merge to one truth. */
export function createProgress({ db, now }: Pick<Deps, 'db' | 'now'>) {
  async function read(userId: number): Promise<CallOutput<'readProgress'>> {
    const rows = await db
      .getRepository(LessonProgresses)
      .find({ where: { userId }, order: { lessonId: 'ASC' } });
    return { lessons: rows.map(present) };
  }

  async function save(userId: number, report: Report): Promise<Progress> {
    // A clock that runs ahead would win against every later report.
    const honest = { ...report, at: new Date(Math.min(report.at.getTime(), now().getTime())) };
    try {
      return present(await transaction(db, (manager) => merge(manager, userId, honest)));
    } catch (error) {
      // Another device made the row in this very moment; now there is something to merge with.
      if (isDuplicate(error))
        return present(await transaction(db, (manager) => merge(manager, userId, honest)));
      if (isMissingReference(error)) throw new ProblemError('not-signed-in', { cause: error });
      throw error;
    }
  }

  return { read, save };
}

async function merge(manager: EntityManager, userId: number, report: Report): Promise<LessonProgress> {
  const { lessonId, positionSeconds, watched, at: updatedAt } = report;
  const key = { userId, lessonId };
  // Locked where the database has row locks, so that a tick and a position do not overwrite each other.
  const known = await manager.findOne(LessonProgresses, {
    where: key,
    ...(manager.dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' } }),
  });
  if (!known) {
    const row = { ...key, positionSeconds, watched, updatedAt };
    await manager.insert(LessonProgresses, row);
    return row;
  }
  const newer = updatedAt > known.updatedAt;
  const merged = {
    ...known,
    ...(newer ? { positionSeconds, updatedAt } : {}),
    watched: known.watched || watched,
  };
  await manager.update(LessonProgresses, key, {
    positionSeconds: merged.positionSeconds,
    watched: merged.watched,
    updatedAt: merged.updatedAt,
  });
  return merged;
}

function present({ lessonId, positionSeconds, watched, updatedAt }: LessonProgress): Progress {
  return { lessonId, positionSeconds, watched, updatedAt: updatedAt.toISOString() };
}
