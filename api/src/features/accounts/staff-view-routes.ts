import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Staff, type User } from '../../database/entities';
import { type ApiContext, type ApiMiddleware, type ApiRouter, createRouter } from '../../http/context';
import { hostCookie, secretCookie } from '../../http/cookies';
import { respondToForms } from '../../http/form-responses';
import { html } from '../../http/html';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { ProblemError, required } from '../../http/problem-error';
import { acceptForms } from '../../http/read-body';
import { firstLive, isSameOrigin } from '../../http/session';
import type { AccountDeps } from './deps';
import { takeMailToken } from './mail-tokens';
import { createSessions } from './sessions';

const forms: RateLimit = { name: 'staff-view', attempts: 10, seconds: 60 };

const cookie = secretCookie('isa-staff-view');
/** Makes the shell ask whether this browser shows releases for staff. It proves nothing. */
const marker = hostCookie('isa-staff', { httpOnly: false });

/**
 * Marks a browser as one of staff, to which the shell shows releases for staff (decision 0411). Only a form of the office
 * begins it, with a token that is valid once: a link, another site or a script of a remote cannot.
 */
export function staffViewRoutes({ background, db, env, limits, now, security }: AccountDeps): ApiRouter {
  const sessions = createSessions(db, now, background, 'staff');
  const router = createRouter();

  const fromOffice: ApiMiddleware = async (ctx, next) => {
    if (ctx.get('Origin') !== env.officeOrigin) throw new ProblemError('wrong-origin');
    await next();
  };

  /** Asked each time: a view may begin, or its ticket be made, while the role is being withdrawn. */
  const isStaff = (userId: number) => db.getRepository(Staff).existsBy({ userId });

  /** @throws ProblemError `link-expired`, `invalid-credentials` */
  async function start(ctx: ApiContext, taken: User | null) {
    const user = required(taken, 'link-expired');
    const begun = await sessions.start(user, ctx.get('User-Agent') || undefined);
    // A withdrawal ends all staff views of its account, but not one that is saved after it.
    if (await isStaff(user.id)) return begun;
    await sessions.end(begun.token);
    throw new ProblemError('link-expired');
  }

  function clear(ctx: ApiContext): void {
    cookie.clear(ctx);
    marker.clear(ctx);
  }

  async function end(ctx: ApiContext): Promise<void> {
    for (const token of cookie.values(ctx)) await sessions.end(token);
    clear(ctx);
  }

  const formResponses = respondToForms({
    done: () => paths.home,
    failed: () => ({
      title: 'The staff view has not begun',
      body: html`<p><a href="${env.officeOrigin}/staff-view">Try again at the office</a></p>`,
    }),
  });
  router.post(calls.beginStaffView.path, formResponses);
  mount(
    router,
    'beginStaffView',
    [fromOffice, limits.perAddress(forms), acceptForms],
    async ({ body: { ticket }, ctx }) => {
      const user = await takeMailToken(db, ticket, 'staff-view', now());
      const event = { event: 'staff-view', account: user?.id ?? null } as const;
      const { token, expiresAt } = await start(ctx, user).catch((error: unknown) => {
        security.write({ ...event, result: 'failure' });
        throw error;
      });
      security.write({ ...event, result: 'success' });
      await end(ctx);
      cookie.set(ctx, token, expiresAt);
      marker.set(ctx, '1', expiresAt);
      return { message: 'This browser shows releases for staff.' };
    },
  );

  mount(router, 'readStaffView', [], async ({ ctx }) => {
    const found = await firstLive({ sessions }, cookie.values(ctx));
    const member = found && (await isStaff(found.userId)) ? found : undefined;
    // Anybody may ask as often as they like, so what a cookie names is not deleted: retention removes it.
    if (!member) clear(ctx);
    return { until: member?.expiresAt.toISOString() ?? null };
  });

  mount(router, 'endStaffView', [], async ({ ctx }) => {
    if (!isSameOrigin(ctx, env.siteOrigin)) throw new ProblemError('wrong-origin');
    await end(ctx);
    return { message: 'This browser shows the site as visitors see it.' };
  });

  return router;
}
