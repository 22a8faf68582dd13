import { longDate, MAX_PASSKEYS } from '@isa/api-contract';
import { newCredentialSchema, passkeyNameSchema } from '@isa/api-contract/schemas';
import { z } from 'zod';
import { Users } from '../../database/entities';
import type { AccountDeps } from '../../features/accounts/deps';
import { createPasskeys } from '../../features/accounts/passkeys';
import { passkeyChallenges } from '../../features/accounts/passkey-routes';
import type { ApiRouter } from '../../http/context';
import { html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, formElement, hiddenFields, type OfficeContext } from '../forms';
import { input } from '../../http/form-fields';
import { sendOfficePage } from '../layout';
import { htmlTable } from '../../staff-pages/layout';
import type { AuthenticatorAppService } from '../log-in/authenticator-apps';
import type { OfficeSession } from '../office-session';
import { passkeyButton, passkeyField } from '../passkey-button';

/** The passkeys with which a member of staff logs in at the office: list, add and remove. */
export function addPasskeyPages(
  router: ApiRouter,
  session: OfficeSession,
  deps: AccountDeps,
  apps: AuthenticatorAppService,
): void {
  const { db, limits } = deps;
  const passkeys = createPasskeys(deps, 'office');
  const ownerOf = (ctx: OfficeContext) =>
    db.getRepository(Users).findOneByOrFail({ id: visitorOf(ctx).userId });

  router.get('/passkeys', async (ctx) => {
    const { userId } = visitorOf(ctx);
    const [list, app] = await Promise.all([passkeys.list({ userId }), apps.find(userId)]);
    const rows = list.map(({ id, name, createdAt, lastUsedAt }) => [
      name,
      longDate(createdAt),
      lastUsedAt === null ? 'never' : longDate(lastUsedAt),
      html`<a class="danger" href="/passkeys/${id}/remove">Remove</a>`,
    ]);
    const add = session.isRecent(ctx) ? '/passkeys/new' : '/passkeys/confirm';
    const body = html`<p>You log in with a passkey, or with your password and a one-time code.</p>
      <h2>Authenticator app</h2>
      <p>${app ? `Set up on ${longDate(app.createdAt)}.` : 'You have not set up an app yet.'}</p>
      <p><a class="button plain" href="/authenticator">Set up ${app ? 'another' : 'an'} app</a></p>
      <h2>Passkeys</h2>
      <p>
        A passkey logs you in here with your device’s PIN, finger or face instead of password and code. It
        does not work on the site, whose passkeys are on your account page there.
      </p>
      ${rows.length > 0 ? htmlTable(['Name', 'Added', 'Last used', 'Passkey'], rows) : html`<p>You have no passkeys here yet.</p>`}
      ${
        rows.length < MAX_PASSKEYS
          ? html`<p><a class="button" href="${add}">Add a passkey</a></p>`
          : html`<p>You can have ${MAX_PASSKEYS} passkeys. To add another one, remove one first.</p>`
      }`;
    sendOfficePage(ctx, { title: 'Your login', body });
  });

  addForm(router, '/passkeys/confirm', session, {
    sensitive: true,
    schema: z.object({}),
    load: async () => undefined,
    page: (_nothing, form) => ({
      title: 'Confirm that it is you',
      body: html`<p>Anybody who has a passkey can log in as you.</p>
        ${formElement(form, 'Continue')}
        <p><a href="/passkeys">Back</a></p>`,
    }),
    submit: async () => '/passkeys/new?confirmed',
  });

  addForm(router, '/passkeys/new', session, {
    schema: z.object({ name: passkeyNameSchema, passkey: passkeyField(newCredentialSchema) }),
    async load(ctx) {
      // The challenge, which a session gets only after a recent login, is the proof for `submit`.
      if (!session.isRecent(ctx)) return undefined;
      await limits.consume(passkeyChallenges, `user ${visitorOf(ctx).userId}`);
      return passkeys.registrationOptions(visitorOf(ctx), await ownerOf(ctx));
    },
    page: (options, form) => ({
      title: 'Add a passkey',
      body: html`${
          options
            ? html`<form class="panel" method="post">
                ${form.message !== undefined && html`<p role="alert">${form.message}</p>`}
                ${hiddenFields(form)}
                ${input(form, { name: 'name', label: 'Name', hint: 'For example, the device that keeps it.', required: true })}
                ${form.errors['passkey'] !== undefined && html`<p class="error">${form.errors['passkey']}</p>`}
                <noscript><p>Passkeys need a browser with JavaScript.</p></noscript>
                <div class="actions">${passkeyButton(options, 'Create the passkey')}</div>
              </form>`
            : html`<p><a class="button" href="/passkeys/confirm">Confirm that it is you</a></p>`
        }
        <p><a href="/passkeys">Back</a></p>`,
    }),
    async submit(_options, { name, passkey }, ctx) {
      await passkeys.add(visitorOf(ctx), name, passkey);
      return '/passkeys';
    },
  });

  addForm(router, '/passkeys/:id/remove', session, {
    sensitive: true,
    schema: z.object({}),
    load: async (ctx) =>
      required((await passkeys.list(visitorOf(ctx))).find(({ id }) => String(id) === ctx.params['id'])),
    page: ({ name }, form) => ({
      title: `Remove the passkey “${name}”`,
      body: html`${formElement(form, 'Remove the passkey', undefined, { isDangerous: true })}
        <p><a href="/passkeys">Back</a></p>`,
    }),
    async submit({ id }, _values, ctx) {
      await passkeys.remove(visitorOf(ctx), await ownerOf(ctx), id);
      return '/passkeys';
    },
  });
}
