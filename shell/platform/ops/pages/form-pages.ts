import { html, type Html } from '../../../../api/src/http/html';
import { errorNotice } from '../../../../api/src/staff-pages/layout';
import { describeChange, type RegistryChange } from '../../formats/history';
import type { PreviewLink } from '../../release/preview';
import { hiddenFields, type OperatorsPage } from './document';
import { actionLabel, timeLabel } from './labels';
import type { OperatorSession } from './operator-session';
import { formFields, needsReason, type ReleaseAction } from './release-action';

/** @param error why the last attempt failed. */
export function logInPage({
  error,
  who = '',
}: { readonly error?: string; readonly who?: string } = {}): OperatorsPage {
  return {
    title: 'Operator login',
    body: html`${error !== undefined && errorNotice(error)}
      <form class="panel" method="post" action="/ops/login" aria-label="Log in">
        <div class="field">
          <label for="who">Your name, for the history</label>
          <input id="who" name="who" autocomplete="username" required maxlength="60" value="${who}" />
        </div>
        <div class="field">
          <label for="token">Operators’ token</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            aria-describedby="token-hint"
          />
          <p class="hint" id="token-hint">The value of <code>OPS_TOKEN</code> in the site’s settings.</p>
        </div>
        <button type="submit">Log in</button>
      </form>
      <details>
        <summary>Where is the token?</summary>
        <p>
          On a server, the token is kept with the site’s other secrets: ask the person who set the server up.
          On a developer’s machine, <code>npm start</code> prints the file that contains it.
        </p>
      </details>`,
  };
}

interface Confirmation {
  readonly session: OperatorSession;
  readonly action: ReleaseAction;
  readonly changes: readonly RegistryChange[];
  /** The registry's revision to which the changes apply. */
  readonly revision: number;
}

export function confirmPage({ session, action, changes, revision }: Confirmation): OperatorsPage {
  const reasonRequired = needsReason(action);
  return {
    session,
    title: `${actionLabel(action)}?`,
    body: html`${changes.map((change) => html`<p>Afterwards ${describeChange(change)}.</p>`)}
      <form class="panel" method="post" action="/ops/releases" aria-label="Confirm">
        ${hiddenFields({ ...formFields(action), revision: String(revision) })}
        <div class="field">
          <label for="why">${reasonRequired ? 'Reason' : 'Reason (optional)'}</label>
          <input id="why" name="why" ${reasonRequired && html`required`} maxlength="300" />
        </div>
        <div class="actions">
          <button type="submit" class="${action.kind !== 'promote' && 'danger'}">
            ${actionLabel(action)}
          </button>
          ${link('/ops/releases', 'Cancel')}
        </div>
      </form>`,
  };
}

export function previewPage(
  session: OperatorSession,
  release: string,
  { url, expires }: PreviewLink,
): OperatorsPage {
  return {
    session,
    title: `Preview of ${release}`,
    body: html`<p>
        Until <time datetime="${expires}">${timeLabel(expires)}</time>, anyone who opens this link sees
        ${release} in that browser tab, without being able to log in. All other visitors see the released
        site, and telemetry ignores the preview. The link cannot be withdrawn.
      </p>
      <div class="panel">
        <div class="field">
          <label for="link">Link</label>
          <input id="link" readonly value="${url}" />
        </div>
        <a class="button" href="${url}">Open the preview</a>
      </div>
      <p>${link('/ops/releases', 'All releases')}</p>`,
  };
}

const IGNORE = {
  promote: {
    label: 'Ignore the check',
    button: 'Ignore the failed check and give a reason…',
  },
  retire: {
    label: 'Ignore the links',
    button: 'Ignore the links and give a reason…',
  },
} as const;

/** @param action a promotion can be repeated without its check, for urgent fixes, a retirement in spite of links. */
export function errorPage(
  error: string,
  session: OperatorSession | undefined,
  action?: ReleaseAction,
): OperatorsPage {
  return {
    session,
    title: action ? 'The change was rejected' : 'The request was rejected',
    body: html`${action && html`<p class="quiet">Not done: ${actionLabel(action)}.</p>`} ${errorNotice(error)}
      <div class="actions">
        ${link('/ops/releases', 'Back to the releases')}
        ${
          action &&
          'force' in action &&
          !action.force &&
          html`<form method="post" action="/ops/releases/confirm" aria-label="${IGNORE[action.kind].label}">
            ${hiddenFields(formFields({ ...action, force: true }))}
            <button type="submit" class="plain">${IGNORE[action.kind].button}</button>
          </form>`
        }
      </div>`,
  };
}

function link(address: string, label: string): Html {
  return html`<a class="button plain" href="${address}">${label}</a>`;
}
