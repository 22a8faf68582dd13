import { Secret, TOTP } from 'otpauth';
import { type DataSource, type EntityManager, LessThan, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { type AuthenticatorApp, AuthenticatorApps, type User } from '../../database/entities';
import { type FormState, input } from '../../http/form-fields';
import { Html, html } from '../../http/html';
import { invalidField, ProblemError, required } from '../../http/problem-error';
import type { AccountDeps } from '../../features/accounts/deps';
import type { Env } from '../../platform/env';
import { createSealing } from '../../platform/sealing';

/** How far the clock of a phone may differ, in time steps of 30 seconds. */
const DRIFT_STEPS = 1;
/** An attacker who knows the password may try this many codes; three of a million are valid. */
const MAX_TRIES = 5;
const TRIES_MS = 15 * 60 * 1000;

/** How apps name the codes. A long name makes the QR code hard to scan. */
const ISSUER = 'ISA Office';

/** A code as typed or pasted: spaces and hyphens between the digits do not matter. */
export const codeField = z
  .string()
  .max(100)
  .default('')
  .transform((text) => text.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, ''));

/** The hidden field of a form that sets up an app. */
export const proposalField = z.string().max(300).default('');

const aboutUser = (userId: number) => `user ${userId}`;

const sealingOf = ({ secrets }: Pick<Env, 'secrets'>) => createSealing('authenticator apps', secrets);

/** The apps that show one-time codes to staff (RFC 6238), and what they prove. */
export function createAuthenticatorApps({ db, env, now }: Pick<AccountDeps, 'db' | 'env' | 'now'>) {
  const rows = db.getRepository(AuthenticatorApps);
  const sealing = sealingOf(env);

  /** @returns the time step whose code it is. */
  function stepOf(secret: string, code: string): number | undefined {
    const timestamp = now().getTime();
    const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: DRIFT_STEPS });
    return delta === null ? undefined : TOTP.counter({ timestamp }) + delta;
  }

  /** Counts a try first, so that simultaneous tries on any process do not escape. @throws ProblemError `too-many-requests` */
  async function countTry({ userId, triesSince }: AuthenticatorApp): Promise<void> {
    const at = now();
    const over = new Date(at.getTime() - TRIES_MS);
    // A period that begins in the future was written before the clock was set back, and counts as over.
    const first = await rows.update(
      { userId, triesSince: Or(LessThanOrEqual(over), MoreThan(at)) },
      { tries: 1, triesSince: at },
    );
    if (first.affected === 1) return;
    const tries = LessThan(Math.ceil(MAX_TRIES * env.rateLimitFactor));
    const next = await rows.update({ userId, tries }, { tries: () => 'tries + 1' });
    if (next.affected === 1) return;
    const leftMs = triesSince.getTime() + TRIES_MS - at.getTime();
    throw new ProblemError('too-many-requests', { retryAfterSeconds: Math.max(1, leftMs / 1000) });
  }

  return {
    find: (userId: number): Promise<AuthenticatorApp | null> => rows.findOneBy({ userId }),

    /**
     * Uses up the code of a member of staff.
     * @returns whether the app that showed it is still the member's.
     * @throws ProblemError `invalid-credentials`, `too-many-requests`
     */
    async use(userId: number, code: string): Promise<() => Promise<boolean>> {
      const app = required(await rows.findOneBy({ userId }), 'invalid-credentials');
      await countTry(app);
      const { createdAt } = app;
      const { text } = required(sealing.open(app.secret, aboutUser(userId)), 'invalid-credentials');
      const lastStep = stepOf(text, code);
      // Of simultaneous requests with one code, only the first finds an earlier step. A step that no code can have yet was
      // written before the clock was set back: it would keep its owner out until then.
      const before = (step: number) => Or(LessThan(step), MoreThan(step + 2 * DRIFT_STEPS));
      const { affected } =
        lastStep === undefined
          ? { affected: 0 }
          : await rows.update({ userId, createdAt, lastStep: before(lastStep) }, { lastStep, tries: 0 });
      if (affected !== 1) {
        const message = 'This code is not valid, or it was used already. Wait for the next one.';
        throw new ProblemError('invalid-credentials', {
          message,
          errors: [{ path: 'body.code', message }],
        });
      }
      return () => rows.existsBy({ userId, createdAt });
    },

    /**
     * A new secret for an app, sealed for the form that sets it up.
     * @param about only this link or session can use it.
     */
    propose: (about: string): string => sealing.seal(new Secret({ size: 20 }).base32, about),

    /** @returns the fields that show the proposed secret and ask for a code of the app. */
    show(form: FormState, proposal: string, about: string, { email }: Pick<User, 'email'>): Html {
      const { text: secret } = required(sealing.open(proposal, about), 'link-expired');
      const uri = new TOTP({ issuer: ISSUER, label: email, secret }).toString();
      return html`<input type="hidden" name="proposal" value="${proposal}" />
        <p>Scan this code with an authenticator app, such as the one of your password manager or phone.</p>
        <div class="qr" role="img" aria-label="QR code for the authenticator app">
          ${new Html(renderSVG(uri, { border: 2 }))}
        </div>
        <p>
          On this phone, <a href="${uri}">open it in the app</a>. To type it instead, choose “time-based” and
          enter <code>${secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        ${codeInput(form, 'Code that the app shows now', { name: 'newCode' })}`;
    },

    /** Replaces the member's app. @throws ProblemError `invalid-request`, `link-expired` */
    async replace(
      manager: EntityManager,
      userId: number,
      { proposal, about, code }: { readonly proposal: string; readonly about: string; readonly code: string },
    ): Promise<void> {
      const { text: secret } = required(sealing.open(proposal, about), 'link-expired');
      const lastStep = stepOf(secret, code);
      if (lastStep === undefined) {
        throw invalidField(
          'body.newCode',
          'That is not the code in the app. Enter the code that it shows now. If that fails too, check the clock on your phone.',
        );
      }
      const at = now();
      await manager.delete(AuthenticatorApps, { userId });
      await manager.insert(AuthenticatorApps, {
        userId,
        secret: sealing.seal(secret, aboutUser(userId)),
        createdAt: at,
        lastStep,
        tries: 0,
        triesSince: at,
      });
    },
  };
}

export type AuthenticatorAppService = ReturnType<typeof createAuthenticatorApps>;

/** The field for a one-time code, which phones and password managers fill in. */
export function codeInput(
  form: FormState,
  label: string,
  { name = 'code', hint }: { readonly name?: string; readonly hint?: string } = {},
): Html {
  return input(form, {
    name,
    label,
    ...(hint !== undefined && { hint }),
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    keep: false,
  });
}

/**
 * Seals secrets again that only the second APP_SECRET opens, so that it can be removed.
 * @returns how many members' secrets none opens: they need new links.
 */
export async function sealAgain(db: DataSource, env: Pick<Env, 'secrets'>): Promise<number> {
  const rows = db.getRepository(AuthenticatorApps);
  const sealing = sealingOf(env);
  let unreadable = 0;
  for (const { userId, secret } of await rows.find()) {
    const opened = sealing.open(secret, aboutUser(userId));
    if (!opened) unreadable += 1;
    else if (!opened.isCurrent)
      await rows.update({ userId, secret }, { secret: sealing.seal(opened.text, aboutUser(userId)) });
  }
  return unreadable;
}
