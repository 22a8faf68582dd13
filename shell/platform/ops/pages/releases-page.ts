import { html, type Html } from '../../../../api/src/http/html';
import { errorNotice, htmlTable, successNotice, tabs } from '../../../../api/src/staff-pages/layout';
import { audienceOf, describeChange, type HistoryEntry } from '../../formats/history';
import { describeFailedPage } from '../../formats/site-build';
import { appCard } from './app-card';
import type { OperatorsPage } from './document';
import { timeLabel } from './labels';
import type { OperatorSession } from './operator-session';
import type { ReleasesOverview } from './release-overview';

const periodOf = (minutes: number) => `/ops/releases?minutes=${minutes}`;
const PERIODS = {
  [periodOf(15)]: 'Last 15 minutes',
  [periodOf(60)]: 'Last hour',
  [periodOf(1440)]: 'Last day',
};

/** @param done the revision that this operator has just created. */
export function releasesPage(
  session: OperatorSession,
  overview: ReleasesOverview,
  done: number,
  isRehearsal = false,
): OperatorsPage {
  const { apps, history, minutes, telemetryError, revision, served, failedPages } = overview;
  const completed = history.find((entry) => entry.revision === done);
  const before = history.find((entry) => entry.revision === done - 1)?.registry.registry;
  return {
    session,
    caption: `Registry, revision ${revision}. ${servedText(revision, served)}`,
    title: 'Live releases',
    body: html`${completed && successNotice(`Done: ${completed.changes.map(describeChange).join('; ')}. ${audienceOf(completed.changes, before) === 'staff' ? 'Staff' : 'Visitors'} get it with their next page.`)}
      ${isRehearsal && errorNotice('Test mode: PayPal’s sandbox takes the payments, and no money moves. The operators’ guide says how to end the rehearsal.')}
      ${failedPages.map((failed) => errorNotice(`${describeFailedPage(failed)}. Visitors get its last version.`))}
      ${
        telemetryError !== undefined &&
        errorNotice(`No telemetry: ${telemetryError} Releases can still be changed.`)
      }
      <nav aria-label="Telemetry period">${tabs(PERIODS, periodOf(minutes))}</nav>
      ${apps.map((app) => appCard(app, failedPages))}
      <section aria-labelledby="history">
        <h2 id="history">History</h2>
        ${historyTable(history)}
      </section>`,
  };
}

function servedText(revision: number, served: ReleasesOverview['served']): string {
  if (served === undefined) return 'No built site responds.';
  return served === revision ? 'Visitors get it.' : `Visitors get revision ${served}.`;
}

/** The names of releases, which do not break on a wide screen. */
function withReleases(text: string): readonly Html[] {
  return text
    .split(/(\S*\d\.\d+\.\d+[\w.+-]*)/)
    .map((part, at) => (at % 2 === 1 ? html`<span class="release">${part}</span>` : html`${part}`));
}

function historyTable(history: readonly HistoryEntry[]): Html {
  return htmlTable(
    [{ heading: 'Revision', isNumeric: true }, 'What', 'Who', 'When', 'Why'],
    history.map(({ revision, at, who, changes, why }) => [
      revision,
      html`${changes.map((change) => html`<div>${withReleases(describeChange(change))}</div>`)}`,
      who,
      html`<time datetime="${at}">${timeLabel(at)}</time>`,
      why ?? '',
    ]),
    { look: 'log' },
  );
}
