/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { describeChange, type HistoryEntry } from '../../store/registry-log';
import { Frame } from './document';
import type { OperatorSession } from './operator-session';
import { PartCard } from './part-card';
import { Caption, Notice, Table, Version } from './parts';
import type { Overview } from './release-overview';
import { SignedIn } from './signed-in';
import { timeOf } from './words';

interface ReleasesPageProps {
  readonly session: OperatorSession;
  readonly overview: Overview;
  /** The revision that this operator has just made. */
  readonly done?: number;
}

const PERIODS = [
  [15, '15 minutes'],
  [60, 'hour'],
  [1440, 'day'],
] as const;

/** What is live for whom, how it does, and what was done. */
export function ReleasesPage({ session, overview, done }: ReleasesPageProps) {
  const { parts, history, minutes, trouble, revision } = overview;
  const made = history.find((entry) => entry.revision === done);
  return (
    <Frame side={<SignedIn session={session} />}>
      <header>
        <Caption>Registry, revision {revision}</Caption>
        <h1>What is live for whom</h1>
      </header>
      {made && (
        <Notice $tone="success" role="status">
          Done: {made.changes.map(describeChange).join('; ')}. The pages follow within seconds.
        </Notice>
      )}
      {trouble && (
        <Notice $tone="error" role="alert">
          There are no figures: {trouble} Releases can be moved all the same.
        </Notice>
      )}
      <nav aria-label="Period of the figures">
        Figures of the last{' '}
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
      {parts.map((part) => (
        <PartCard key={part.name} part={part} />
      ))}
      <History history={history} />
    </Frame>
  );
}

function History({ history }: { readonly history: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <Table>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ revision, at, who, why, changes }) => (
            <tr key={revision}>
              <td data-label="Revision" data-figure>
                {revision}
              </td>
              <td data-label="When">
                <time dateTime={at}>{timeOf(at)}</time>
              </td>
              <td data-label="Who">{who}</td>
              <td data-label="What">
                <div>
                  {changes.map((change) => (
                    <div key={change.part}>
                      <Version>{describeChange(change)}</Version>
                    </div>
                  ))}
                </div>
              </td>
              <td data-label="Why">{why ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
