import { randomUUID } from 'node:crypto';
import { normaliseText } from '@isa/api-contract';
import { assertionSchema } from '@isa/api-contract/schemas';
import { type DataSource, In } from 'typeorm';
import { z } from 'zod';
import { Users } from '../database/entities';
import type { ApiContext, ApiMiddleware, ApiRouter, FormFields } from '../http/context';
import { fieldErrors, type FormState, input, submittedFields } from '../http/form-fields';
import { html, type Html } from '../http/html';
import { ProblemError, required } from '../http/problem-error';
import type { HtmlPage } from '../http/html-page';
import { readBodyUpTo } from '../http/read-body';
import { visitorOf } from '../http/session';
import { seeOther, sendOfficePage } from './layout';
import { DONE } from './office-script';
import { codeField, codeInput } from './log-in/authenticator-apps';
import type { ConfirmationOptions, OfficeSession } from './office-session';
import { passkeyButton, passkeyField } from './passkey-button';

/** A context of a route with parameters such as `:id`. */
export type OfficeContext = ApiContext & { readonly params: Readonly<Record<string, string>> };

/** The row's id in the path. @throws ProblemError `not-found` */
export function idOf({ params }: OfficeContext, name = 'id'): number {
  const id = Number(params[name]);
  return required(Number.isSafeInteger(id) ? id : null);
}

/** Reads the names of the accounts that did something, also of former members of staff. */
export async function namesOf(db: DataSource, rows: readonly { readonly accountId: number | null }[]) {
  const ids = rows.flatMap(({ accountId }) => accountId ?? []);
  const users = await db.getRepository(Users).findBy({ id: In(ids) });
  return ({ accountId }: (typeof rows)[number]) => users.find(({ id }) => id === accountId)?.name;
}

const proofSchema = z.object({
  password: z.string().max(1000).optional(),
  code: codeField,
  passkey: z
    .literal('')
    .transform(() => undefined)
    .or(passkeyField(assertionSchema))
    .optional(),
});

export interface Form extends FormState {
  /** Identifies this form: submitting it twice has the same key. */
  readonly key: string;
  /** Signed: who fills in the form. */
  readonly writer: string;
  /** The fields by which a member of staff confirms who they are; absent while the last login is recent. */
  readonly reauthentication?: ConfirmationOptions | undefined;
}

/** A form that has not been filled in. */
export function newForm({ drafts }: OfficeSession, ctx: ApiContext): Form {
  const writer = drafts.writerField(visitorOf(ctx).userId);
  return { key: randomUUID(), writer, values: {}, errors: {} };
}

interface FormRoute<Subject, Schema extends z.ZodType> {
  /** What the form is about. @throws ProblemError `not-found` */
  load(ctx: OfficeContext): Promise<Subject>;
  /** The schema of the submitted fields without `key`, `password` and `passkey`. */
  readonly schema: Schema;
  initial?(subject: Subject): FormFields;
  page(subject: Subject, form: Form): HtmlPage;
  /**
   * The values with which the page asks for a confirmation, as hidden fields that are sent along then; `undefined` when
   * they are confirmed. @throws ProblemError, whose message is shown on the form.
   */
  confirm?(subject: Subject, values: z.output<Schema>): FormFields | undefined;
  /**
   * @returns the path to show afterwards, or a page that is shown only this once.
   * @throws ProblemError, whose message is shown on the form.
   */
  submit(
    subject: Subject,
    values: z.output<Schema>,
    ctx: OfficeContext,
    key: string,
  ): Promise<string | HtmlPage>;
  /** Moves money or gives rights, so it needs a passkey, or password and code, unless the login was recent. */
  readonly sensitive?: boolean;
}

/** Adds a page with a form to the router. Bad input is shown again with what is wrong alongside each field. */
export function addForm<Subject, Schema extends z.ZodType>(
  router: ApiRouter,
  path: string,
  session: OfficeSession,
  { load, schema, initial, page, confirm, submit, sensitive = false }: FormRoute<Subject, Schema>,
): void {
  const needsReauthentication = (ctx: OfficeContext) => sensitive && !session.isRecent(ctx);
  const reauthentication = (ctx: OfficeContext): Promise<ConfirmationOptions> | undefined =>
    needsReauthentication(ctx) ? session.confirmationOptions(ctx) : undefined;

  router.get(path, async (ctx: OfficeContext) => {
    const subject = await load(ctx);
    const draft = await session.drafts.take(ctx, visitorOf(ctx).userId);
    const form = {
      ...newForm(session, ctx),
      ...(draft?.['key'] !== undefined && { key: draft['key'] }),
      values: draft ?? initial?.(subject) ?? {},
      reauthentication: await reauthentication(ctx),
      ...(draft && {
        message: 'Your session had ended. We have restored what you wrote; it has not been saved yet.',
      }),
    };
    sendOfficePage(ctx, page(subject, form));
  });

  router.post(path, readForm, async (ctx: OfficeContext) => {
    const subject = await load(ctx);
    const values = submittedFields(ctx);
    const key = /^[\da-f-]{36}$/.test(values['key'] ?? '') ? (values['key'] ?? '') : randomUUID();
    const again = async (status: number, errors: Form['errors'], message?: string, further?: FormFields) => {
      const form = {
        ...newForm(session, ctx),
        key,
        values: { ...values, ...further },
        errors,
        reauthentication: await reauthentication(ctx),
        ...(message && { message }),
      };
      sendOfficePage(ctx, page(subject, form));
      ctx.status = status;
    };
    const body: unknown = ctx.request.body;
    const parsed = await schema.safeParseAsync(body ?? {});
    if (!parsed.success) {
      const issues: readonly z.core.$ZodIssue[] = parsed.error.issues;
      // The entries are reversed, so that the first issue of each field wins.
      const errors = Object.fromEntries(
        issues.map(({ path: [name], message }) => [String(name), message] as const).reverse(),
      );
      return again(422, errors, 'Please correct the fields marked below. Everything else has been kept.');
    }
    try {
      const unconfirmed = confirm?.(subject, parsed.data);
      if (unconfirmed) return await again(200, {}, undefined, unconfirmed);
      if (needsReauthentication(ctx)) {
        const proof = proofSchema.safeParse(body ?? {}).data;
        await session.confirm(ctx, required(proof, 'invalid-passkey'));
      }
      const next = await submit(subject, parsed.data, ctx, key);
      if (typeof next !== 'string') return sendOfficePage(ctx, next);
      // A path that has parameters already says by them what was done.
      seeOther(ctx, next.includes('?') ? next : `${next}?${DONE}`);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status === 404 || error.status >= 500) throw error;
      if (error.id === 'invalid-credentials' && !error.errors) await again(401, { password: error.message });
      else await again(error.status, fieldErrors(error), error.message);
    }
  });
}

/** What is compared or hashed byte by byte. */
const NOT_TEXT = new Set(['password', 'passkey', 'key', 'writer']);

const readLargeBody = readBodyUpTo('1mb');

/** Reads a form of the office, whose longest text is that of a post, and normalises what was typed. */
export const readForm: ApiMiddleware = async (ctx, next) => {
  await readLargeBody(ctx, async () => {
    const fields = Object.entries(submittedFields(ctx)).filter(([name]) => !NOT_TEXT.has(name));
    const body: unknown = ctx.request.body;
    const texts = Object.fromEntries(fields.map(([name, value]) => [name, normaliseText(value)]));
    if (typeof body === 'object') ctx.request.body = { ...body, ...texts };
    await next();
  });
};

/** What every form contains besides its fields. */
export function hiddenFields({ key, writer }: Form): Html {
  return html`<input type="hidden" name="key" value="${key}" />
    <input type="hidden" name="writer" value="${writer}" />`;
}

interface FormLook {
  /** Whether it takes something away that does not come back by itself. */
  readonly isDangerous?: boolean;
  /** Another class of the form. */
  readonly className?: string;
  /** What stands next to the button. */
  readonly note?: string | Html;
}

/** The form element with its message, its key and, where it is needed, the password's field and the button for a passkey. */
export function formElement(
  form: Form,
  submit: string,
  content?: Html,
  { isDangerous = false, className = '', note }: FormLook = {},
): Html {
  return html`<form class="panel ${className}" method="post">
    ${form.message !== undefined && html`<p role="alert">${form.message}</p>`} ${hiddenFields(form)}
    ${content} ${form.reauthentication && reauthenticationFields(form, form.reauthentication)}
    <div class="actions">
      <button type="submit" ${isDangerous && html`class="danger"`}>${submit}</button>
      ${form.reauthentication?.passkey && passkeyButton(form.reauthentication.passkey, 'Use a passkey')}
      ${note !== undefined && html`<p class="quiet">${note}</p>`}
    </div>
  </form>`;
}

function reauthenticationFields(form: Form, { code, passkey }: ConfirmationOptions): Html | undefined {
  if (code) {
    return html`${input(form, {
      name: 'password',
      label: 'Your password',
      type: 'password',
      autocomplete: 'current-password',
      hint: 'You logged in more than a quarter of an hour ago.',
      keep: false,
    })}
    ${codeInput(form, 'One-time code')}`;
  }
  // The demo staff has neither before setting one up.
  return passkey
    ? undefined
    : html`<p>
        You logged in more than a quarter of an hour ago. Log in again in another tab, then send this form.
      </p>`;
}
