import { Alert, Button, Cluster, Grid, SelectField, surface, tokens } from '@isa/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { describeShare } from '../../platform/formats/history';
import type { PageRemote } from '../../platform/formats/registry';

interface StaffBarProps {
  /** When the staff view ends; `undefined` once it has, also from another tab or with the role. */
  readonly end: () => Date | undefined;
  /** Releases such as `shop@1.5.0`. */
  readonly chosen: readonly string[];
  /** The remotes of the newest registry, from which every release that was rolled back or aborted is gone. */
  readonly remotes: () => readonly PageRemote[];
  /** The release of a remote that this tab shows, which changes with updates and after failures. */
  readonly shown: (remote: string) => { readonly version: string } | undefined;
  readonly onChoose: (releases: readonly string[]) => void;
  /** Rejects when the staff view could not be ended. */
  readonly onEnd: () => Promise<void>;
}

/** After how many milliseconds the bar looks again at what the tab shows. */
const REFRESH = 2_000;

/** Says which releases this browser shows because it is one of staff, and lets its user choose others. */
export function StaffBar({ end, chosen, remotes, shown, onChoose, onEnd }: StaffBarProps) {
  const bar = useRef<HTMLElement>(null);
  const [, setNow] = useState(Date.now);
  const [failure, setFailure] = useState('');
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!bar.current) return;
    // The bar, whose height changes, covers neither what has the focus (WCAG 2.4.11) nor the end of the page.
    const covered = `${innerHeight - bar.current.getBoundingClientRect().top}px`;
    document.documentElement.style.scrollPaddingBottom = covered;
    document.body.style.paddingBottom = covered;
  });
  useEffect(
    () => () => {
      document.documentElement.style.scrollPaddingBottom = '';
      document.body.style.paddingBottom = '';
    },
    [],
  );
  const offered = remotes().map((remote) => ({ name: remote.name, releases: releasesOf(remote) }));
  const active = offered.flatMap(({ releases }) => releases.filter(({ id }) => chosen.includes(id)));
  const others = offered.flatMap(({ name, releases }) =>
    releases.filter(({ version, slot }) => version === shown(name)?.version && slot !== 'live'),
  );
  const until = end();
  const time = until
    ? `until ${until.toLocaleTimeString('en-GB', { timeStyle: 'short' })}`
    : 'has ended; this tab leaves it when it is loaded again';
  const seen = labelsOf(others) || 'the releases of visitors';

  function choose(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onChoose(
      offered
        .flatMap(({ releases }) => releases.filter(({ id, name }) => form.get(name) === id))
        .map(({ id }) => id),
    );
  }

  return (
    <Bar ref={bar} aria-label="Staff view" data-isa-screen-only data-isa-above-bar>
      <Cluster justify="space-between">
        <p>
          <strong>Staff view</strong> <span>{`${time}.`}</span>{' '}
          <span>{active.length > 0 ? `You have chosen ${labelsOf(active)}.` : ''}</span>{' '}
          <span>{`You see ${seen}.`}</span>
        </p>
        <Cluster>
          {until && active.length > 0 && (
            <Button type="button" size="small" onClick={() => onChoose([])}>
              Undo my choice
            </Button>
          )}
          {until ? (
            <Button
              type="button"
              size="small"
              variant="secondary"
              onClick={() =>
                void onEnd().catch(() => setFailure('The staff view could not be ended. Please try again.'))
              }
            >
              End staff view
            </Button>
          ) : (
            <Button type="button" size="small" onClick={() => onChoose([])}>
              Load this page again
            </Button>
          )}
        </Cluster>
      </Cluster>
      {failure !== '' && <Alert tone="error">{failure}</Alert>}
      {until && (
        <details onToggle={() => setNow(Date.now())}>
          <summary>Choose releases</summary>
          <form onSubmit={choose}>
            <Grid gap={3} min={220}>
              {offered.map(({ name, releases }) => (
                <SelectField
                  key={name}
                  name={name}
                  label={name}
                  hint={`This page shows ${shown(name)?.version ?? 'none yet'}.`}
                  placeholder="As released to staff"
                  defaultValue={releases.find(({ id }) => chosen.includes(id))?.id}
                >
                  {releases.map(({ id, label }) => (
                    <option key={id} value={id}>
                      {label}
                    </option>
                  ))}
                </SelectField>
              ))}
            </Grid>
            <Button size="small">Show these</Button>
          </form>
        </details>
      )}
    </Bar>
  );
}

function releasesOf({ name, live, previous, canary }: PageRemote) {
  const named = (slot: string, release: typeof live) =>
    release && 'version' in release
      ? [
          {
            name,
            slot,
            version: release.version,
            id: `${name}@${release.version}`,
            label: `${name} ${release.version} (${slot})`,
          },
        ]
      : [];
  const found = [
    ...(canary ? named(`canary, ${describeShare(canary.percent)}`, canary.release) : []),
    ...named('live', live),
    ...named('previous', previous),
  ];
  // The canary may be the previous release again.
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

function labelsOf(releases: readonly { readonly label: string }[]): string {
  return releases.map(({ label }) => label).join(' and ');
}

const Bar = styled.aside`
  ${surface('ink')}
  /* A sticky bar would be moved by the room for itself whenever it gets the focus. */
  position: fixed;
  inset: auto 0 var(--isa-bottom-inset, 0px);
  z-index: 60;
  max-height: 80vh;
  overflow-y: auto;
  padding: ${tokens.space(2)} ${tokens.gutter};
  border-top: 3px solid ${tokens.color.brass};
  font-size: ${tokens.font.size.small};
  summary {
    width: fit-content;
    padding-block: ${tokens.space(3)};
    outline-offset: -4px;
  }
  form {
    display: grid;
    gap: ${tokens.space(3)};
    justify-items: start;
    padding-block: ${tokens.space(2)};
  }
  form > div {
    width: 100%;
  }
`;
