import { Caption } from '@isa/ui';
import { describeFailedPage } from '../../formats/site-build';
import { type HistoryEntry, describeChange } from '../../formats/history';
import { AppCard } from './app-card';
import { type Column, DataTable } from './data-table';
import { PageLayout } from './document';
import { ErrorNotice, Notice, Version } from './elements';
import { timeLabel } from './labels';
import type { OperatorSession } from './operator-session';
import type { ReleasesOverview } from './release-overview';

interface ReleasesPageProps {
  readonly session: OperatorSession;
  readonly overview: ReleasesOverview;
  /** The revision that this operator has just created. */
  readonly done?: number;
}

const PERIODS = [
  [15, '15 minutes'],
  [60, 'hour'],
  [1440, 'day'],
] as const;

export function ReleasesPage({ session, overview, done }: ReleasesPageProps) {
  const { apps, history, minutes, telemetryError, revision, served, failedPages } = overview;
  const completed = history.find((entry) => entry.revision === done);
  return (
    <PageLayout session={session}>
      <header>
        <Caption>
          Registry, revision {revision}. {servedText(revision, served)}
        </Caption>
        <h1>What is live for whom</h1>
      </header>
      {completed && (
        <Notice $tone="success" role="status">
          Done: {completed.changes.map(describeChange).join('; ')}. Visitors get it with their next page.
        </Notice>
      )}
      {failedPages.map((failed) => (
        <ErrorNotice
          key={`${failed.app} ${failed.page}`}
          message={`${describeFailedPage(failed)}. Visitors get its last version.`}
        />
      ))}
      {telemetryError && (
        <ErrorNotice message={`No telemetry: ${telemetryError} Releases can still be changed.`} />
      )}
      <nav aria-label="Telemetry period">
        Telemetry of the last{' '}
        {PERIODS.map(([value, name], index) => (
          <span key={value}>
            {index > 0 && ' · '}
            {value === minutes ? (
              <strong aria-current="true">{name}</strong>
            ) : (
              <a href={`/ops/releases?minutes=${value}`}>{name}</a>
            )}
          </span>
        ))}
      </nav>
      {apps.map((overview) => (
        <AppCard key={overview.app} overview={overview} />
      ))}
      <section aria-labelledby="history">
        <h2 id="history">History</h2>
        <DataTable columns={HISTORY_COLUMNS} rows={history} rowKey={(entry) => entry.revision} />
      </section>
    </PageLayout>
  );
}

function servedText(revision: number, served: ReleasesOverview['served']): string {
  if (served === undefined) return 'No built site responds.';
  return served === revision ? 'Visitors get it.' : `Visitors get revision ${served}.`;
}

const HISTORY_COLUMNS: readonly Column<HistoryEntry>[] = [
  { label: 'Revision', cell: ({ revision }) => revision, numeric: true },
  { label: 'When', cell: ({ at }) => <time dateTime={at}>{timeLabel(at)}</time> },
  { label: 'Who', cell: ({ who }) => who },
  {
    label: 'What',
    cell: ({ changes }) => (
      <div>
        {changes.map((change) => (
          <div key={change.app}>
            <Version>{describeChange(change)}</Version>
          </div>
        ))}
      </div>
    ),
  },
  { label: 'Why', cell: ({ why }) => why ?? '–' },
];
