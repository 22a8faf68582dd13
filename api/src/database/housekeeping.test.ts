import { openTestDatabase } from '../../testing/database';
import { createBackgroundTasks } from '../platform/jobs';
import { Sessions, Users, VideoTickets } from './entities';
import { createSessions } from '../features/accounts/sessions';
import { removeExpired } from './housekeeping';
import { createLog } from '../platform/log';
import { retentionRules } from './retention';

test('a rule that fails is logged and does not prevent the others', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const at = new Date(0);
    const user = { username: 'ada', name: 'Ada', email: 'a@example.org', emailKey: 'a@example.org' };
    const owner = await db.getRepository(Users).save({
      ...user,
      passwordHash: 'x',
      emailVerifiedAt: at,
      createdAt: at,
      userHandle: null,
    });
    await createSessions(db, () => at, createBackgroundTasks(createLog('silent'))).start(owner, 'test');
    const { id } = owner;
    const { id: sessionId } = await db.getRepository(Sessions).findOneByOrFail({ userId: id });
    const ticket = { userId: id, sessionId, lessonId: 1001, createdAt: at, expiresAt: at };
    await db.getRepository(VideoTickets).insert(ticket);
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    expect(retentionRules[0]?.table).toBe(Sessions);
    jest.spyOn(db, 'getRepository').mockImplementationOnce(() => {
      throw new Error('the table is locked');
    });

    await removeExpired({ db, log, now: () => new Date(), stopping: new AbortController().signal });

    expect(await db.getRepository(Sessions).count()).toBe(1);
    expect(await db.getRepository(VideoTickets).count()).toBe(0);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ table: 'sessions', msg: 'expired rows were not removed' }),
      expect.objectContaining({ table: 'video_tickets', rows: 1, msg: 'expired rows were removed' }),
    ]);
  } finally {
    await close();
  }
});
