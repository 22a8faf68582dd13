import type { Operations } from '@isa/api-contract';
import { html, type Html } from '../../../../api/src/http/html';
import { htmlTable } from '../../../../api/src/staff-pages/layout';
import { type ExplainedPlace, placeLabel } from '../../release/explain';
import type { OperatorsPage } from './document';
import { timeLabel } from './labels';
import type { OperatorSession } from './operator-session';

type ReportedError = Operations['errors'][number];
type Sources = ReadonlyMap<ReportedError, ExplainedPlace | string>;

/**
 * Where releases fail in browsers, and the mails that wait or have failed.
 * @param sources the places of the errors in the sources, or why they are not known; nothing for those that are late.
 */
export function failuresPage(
  session: OperatorSession,
  { errors, mails }: Operations,
  sources: Sources,
): OperatorsPage {
  return {
    session,
    title: 'Errors and emails',
    body: html`<section aria-labelledby="browsers">
        <h2 id="browsers">In browsers, last seven days</h2>
        ${
          errors.length === 0
            ? html`<p class="state">No release has reported an error with a known place.</p>`
            : html`${
                  sources.size < errors.length &&
                  html`<p class="state warn">
                    The store answers too slowly, so some places in the source are missing. Open the page
                    again later, or look them up with the command below.
                  </p>`
                }${errorsTable(errors, sources)}
                <p class="quiet">
                  The lines around a place:
                  <code>npm run release -- explain &lt;release&gt; &lt;place in the script&gt;</code>. At most
                  30 errors a minute are counted, and nothing about a visitor.
                </p>`
        }
      </section>
      <section aria-labelledby="mails">
        <h2 id="mails">Emails</h2>
        ${mailsState(mails)}
        ${
          mails.failed.length > 0 &&
          htmlTable(
            ['Email', 'Written', { heading: 'Attempts', isNumeric: true }, 'Last error'],
            mails.failed.map(
              ({ kind, createdAt, attempts, lastError }: Operations['mails']['failed'][number]) => [
                kind,
                timeLabel(createdAt),
                attempts,
                lastError,
              ],
            ),
          )
        }
      </section>`,
  };
}

function errorsTable(errors: readonly ReportedError[], sources: Sources): Html {
  return htmlTable(
    [
      ...['Last seen, hour from', 'Release', 'Phase', 'Place in the source', 'Place in the script'],
      { heading: 'Reports', isNumeric: true },
    ],
    errors.map((error) => [
      timeLabel(error.lastAt),
      html`<code>${error.remote}@${error.version}</code>`,
      error.phase,
      sourceLabel(sources.get(error)),
      html`<code>${error.place}</code>`,
      error.amount,
    ]),
  );
}

function sourceLabel(source: ExplainedPlace | string = 'late'): Html | string {
  return typeof source === 'string' ? source : html`<code>${placeLabel(source)}</code>`;
}

function mailsState({ waiting, oldestAt, failed }: Operations['mails']): Html {
  const wait =
    oldestAt === null
      ? 'No emails are waiting.'
      : `${waiting === 1 ? '1 email is waiting' : `${waiting} emails are waiting`}, the oldest since ${timeLabel(oldestAt)}.`;
  const tone = failed.length > 0 ? 'bad' : oldestAt === null ? '' : 'warn';
  const given = failed.length === 0 ? '' : ` ${failed.length} could not be sent and will not be tried again.`;
  return html`<p class="state ${tone}">${wait}${given}</p>`;
}
