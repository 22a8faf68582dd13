import type { ReleaseTelemetry } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { html, type Html } from '../../../../api/src/http/html';
import { definitionList, errorNotice, htmlTable } from '../../../../api/src/staff-pages/layout';
import { describeRollout, describeShare } from '../../formats/history';
import { MAX_PREVIEW_DAYS } from '../../formats/preview';
import type { FailedPage } from '../../formats/site-build';
import { hiddenFields } from './document';
import { percentage, shareLabel } from './labels';
import { formFields, type ReleaseAction } from './release-action';
import type { AppOverview } from './release-overview';

/** What an operator reads first, the figures, and what is done often; the rest is folded. */
export function appCard(overview: AppOverview, failedPages: readonly FailedPage[]): Html {
  const { app, live, previous, canary, retired } = overview;
  const actions: ReleaseAction[] = [];
  if (canary) {
    const { version } = canary;
    actions.push({ kind: 'promote', app, version, percent: 100, force: false });
    actions.push({ kind: 'abort', app, version });
  }
  if (previous !== undefined) actions.push({ kind: 'rollback', app });
  // What to do about a canary comes before the next promotion.
  const buttons = html`<div class="actions">${actions.map(actionForm)}</div>`;
  const canaryName = canary
    ? `Canary, ${describeShare(canary.percent)}${canary.rollout ? `, then ${describeRollout(canary.rollout)}` : ''}`
    : '';
  return html`<section class="card app" aria-labelledby="app-${app}">
    <h2 id="app-${app}">${app}</h2>
    ${stateLine(overview, failedPages)}
    <div class="facts">
      ${definitionList({
        [canary?.percent && live !== undefined
          ? `Live for ${100 - canary.percent}% of visitors`
          : 'Live for all visitors']: version(live),
        ...(canary && { [canaryName]: version(canary.version) }),
        Previous: version(previous),
      })}
      ${telemetryTable(overview.telemetry)}
    </div>
    <div class="controls">
      ${canary && buttons} ${promotionForm(overview)} ${!canary && actions.length > 0 && buttons}
    </div>
    <details>
      <summary>More</summary>
      ${!retired && app !== 'shell' && previewForm(overview)}
      ${live !== undefined && app !== 'shell' && retirementForm(app)}
      ${app === 'shell' && html`<p>The shell has no canary and no preview, and it is never retired.</p>`}
    </details>
  </section>`;
}

function version(name: string | undefined): Html {
  return name === undefined ? html`none` : html`<code>${name}</code>`;
}

/** From this share of failed views on, out of at least `ENOUGH_VIEWS`, the line is red. */
const BAD_SHARE = 0.05;
const ENOUGH_VIEWS = 20;

/** One line that says how the app is, with a colour. */
function stateLine(
  { app, live, canary, retired, storeError, telemetry }: AppOverview,
  failedPages: readonly FailedPage[],
): Html {
  const line = (tone: string, text: string) => html`<p class="state ${tone}">${text}</p>`;
  if (retired) {
    const lead = retired.to === undefined ? 'answer 410 Gone' : `lead to ${retired.to}`;
    return line('idle', `Retired: its addresses ${lead}.`);
  }
  if (storeError !== undefined) return line('bad', 'Its releases cannot be listed.');
  const failed = failedPages.filter((page) => page.app === app).length;
  if (failed > 0)
    return line(
      'bad',
      `${failed} ${failed === 1 ? 'page keeps its' : 'pages keep their'} last version, because rendering fails.`,
    );
  const failing = telemetry.find(
    ({ views, failedViews }) => views >= ENOUGH_VIEWS && failedViews >= views * BAD_SHARE,
  );
  if (failing) {
    const { version: name, failedViews, views } = failing;
    return line(
      'bad',
      `${name} is failing: ${failedViews} of ${views} page views failed (${percentage(failedViews, views)}).`,
    );
  }
  if (canary) return line('warn', `${canary.version} is a canary, shown to ${shareLabel(canary.percent)}.`);
  if (live === undefined) return line('idle', 'No release is live.');
  const views = telemetry.reduce((sum, row) => sum + row.views, 0);
  const bad = telemetry.reduce((sum, row) => sum + row.failedViews, 0);
  return views === 0
    ? line('idle', `${live} is live. No page views were reported in this period.`)
    : line('good', `${live} is working: ${bad} of ${views} page views failed.`);
}

function telemetryTable(telemetry: readonly ReleaseTelemetry[]): Html | undefined {
  if (telemetry.length === 0) return undefined;
  const number = (heading: string) => ({ heading, isNumeric: true as const });
  return htmlTable(
    ['Release', 'Shown as', number('Views'), number('Failed'), number('Slow'), number('Policy reports')],
    telemetry.map(({ version: name, slot, views, failedViews, measuredViews, slowViews, policyReports }) => [
      version(name),
      slot,
      views,
      `${failedViews} (${percentage(failedViews, Math.max(views, failedViews))})`,
      `${slowViews} of ${measuredViews} (${percentage(slowViews, Math.max(measuredViews, slowViews))})`,
      policyReports,
    ]),
  );
}

function field(id: string, label: string, control: Html): Html {
  return html`<div class="field"><label for="${id}">${label}</label>${control}</div>`;
}

function versionField(id: string, label: string, versions: readonly string[], chosen?: string): Html {
  return field(
    id,
    label,
    html`<select id="${id}" name="version">
      ${versions.map((name) => html`<option ${name === chosen && html`selected`}>${name}</option>`)}
    </select>`,
  );
}

/** A form that opens the confirmation and changes nothing itself. */
function promotionForm({ app, live, canary, versions, storeError }: AppOverview): Html {
  if (storeError !== undefined) return errorNotice(storeError);
  const others = versions.filter((name) => name !== live);
  if (others.length === 0) return html`<p>The store has no other release of this app.</p>`;
  // A release of the shell is for all visitors, because the shell has no canary.
  const forAll = app === 'shell';
  return html`<form class="row" method="post" action="/ops/releases/confirm" aria-label="Promote ${app}">
    ${hiddenFields({ action: 'promote', app, ...(forAll && { percent: '100' }) })}
    ${versionField(`promote-${app}`, 'Release', others, canary?.version)}
    ${
      !forAll &&
      field(
        `percent-${app}`,
        'Percentage (0 for staff only)',
        html`<input id="percent-${app}" name="percent" type="number" min="0" max="100" required value="5" />`,
      )
    }
    <button type="submit" class="plain">Promote ${app}…</button>
    ${
      !forAll &&
      html`<details>
        <summary>Increase in steps</summary>
        <div>
          ${field(
            `steps-${app}`,
            'Further steps (optional)',
            html`<input
              id="steps-${app}"
              name="steps"
              placeholder="25,100"
              pattern="\\s*\\d+(\\.\\d+)?(\\s*,\\s*\\d+(\\.\\d+)?)*\\s*"
              title="Increasing percentages, such as 25,100"
            />`,
          )}
          ${field(
            `every-${app}`,
            'Minutes between steps',
            html`<input id="every-${app}" name="every" type="number" min="1" required value="30" />`,
          )}
        </div>
      </details>`
    }
  </form>`;
}

/** A form that makes a link, which shows a release without promoting it. */
function previewForm({ app, live, versions, pullRequests }: AppOverview): Html | undefined {
  const others = [...pullRequests, ...versions].filter((name) => name !== live);
  if (others.length === 0) return undefined;
  return html`<form class="row" action="/ops/releases/preview" aria-label="Preview ${app}">
    ${hiddenFields({ app })} ${versionField(`preview-${app}`, 'Version', others)}
    ${field(
      `days-${app}`,
      'Days until the link expires',
      html`<input
        id="days-${app}"
        name="days"
        type="number"
        min="1"
        max="${MAX_PREVIEW_DAYS}"
        required
        value="7"
      />`,
    )}
    <button type="submit" class="plain">Make a preview link</button>
  </form>`;
}

/** A form that opens the confirmation, which searches for links to the remote's pages. */
function retirementForm(app: string): Html {
  return html`<form class="row" method="post" action="/ops/releases/confirm" aria-label="Retire ${app}">
    ${hiddenFields({ action: 'retire', app })}
    ${field(
      `to-${app}`,
      'Redirect its addresses to (optional)',
      html`<input
        id="to-${app}"
        name="to"
        placeholder="${paths.blog}"
        pattern="/.*"
        title="The address of a page, such as /isa-blog"
      />`,
    )}
    <button type="submit" class="plain">Retire ${app}…</button>
  </form>`;
}

/** A short name of an action, whose confirmation names the release and the app. */
function buttonLabel({ kind, app }: ReleaseAction): string {
  if (kind === 'rollback') return `Roll ${app} back`;
  return kind === 'abort' ? 'Abort the canary' : 'Make the canary live for all visitors';
}

function actionForm(action: ReleaseAction): Html {
  return html`<form method="post" action="/ops/releases/confirm">
    ${hiddenFields(formFields(action))}
    <button type="submit" class="${action.kind === 'promote' ? '' : 'plain'}">${buttonLabel(action)}…</button>
  </form>`;
}
