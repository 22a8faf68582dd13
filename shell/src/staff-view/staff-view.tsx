import { calls } from '@isa/api-contract';
import { safeStorage } from '@isa/contract';
import { createRoot } from 'react-dom/client';
import { createApiClient } from '../api/http-client';
import { withDeadline } from '../browser/with-deadline';
import type { PinnedReleases } from '../remotes/pinned-releases';
import type { Remotes } from '../remotes/remotes';
import { mayHaveStaffView } from '../session/session-marker';
import { StaffBar } from './staff-bar';

/** The time limit for the API's answer, in milliseconds: the page waits for it. */
const TIMEOUT = 3_000;
/** The choice lasts as long as the tab. */
const CHOICE = 'isa-shell:staff-choice';

const api = createApiClient(() => undefined);

/**
 * How this browser shows the site to a member of staff (decision 0411).
 * @returns `undefined` unless the API confirms it: scripts can forge the marker.
 * @throws ApiError
 */
export async function readStaffView() {
  let until = await readEnd();
  if (until === null) return undefined;
  const storage = safeStorage('sessionStorage');
  const chosen = storage.read(CHOICE)?.split(' ') ?? [];

  function choose(releases: readonly string[]): void {
    storage.write(CHOICE, releases.join(' '));
    location.reload();
  }

  /** The marker ends with the session, in all tabs. */
  const end = () => (until !== null && mayHaveStaffView() ? new Date(until) : undefined);

  return {
    /** Whether the tab still shows a staff view that has ended. */
    hasEnded: () => end() === undefined,
    /** Asks the API again: it alone knows when the role is withdrawn. A failure changes nothing. */
    async check(): Promise<void> {
      until = await readEnd().catch(() => until);
    },
    /** Releases such as `shop@1.5.0`; those that the registry does not name count for nothing. */
    chosen,
    /** Shows the bar below the page, once the newest registry is known. */
    async showBar(
      pinned: Pick<PinnedReleases, 'refresh' | 'registered' | 'releases'>,
      inUse: Remotes['inUse'],
    ): Promise<void> {
      // A page that the browser has kept may be older than the end of the staff view.
      window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
      await pinned.refresh();
      const container = document.createElement('div');
      document.body.append(container);
      createRoot(container).render(
        <StaffBar
          end={end}
          chosen={chosen}
          remotes={() => pinned.registered}
          shown={(name) => inUse(name) ?? pinned.releases.find((release) => release.name === name)}
          onChoose={choose}
          onEnd={async () => {
            await api(calls.endStaffView, { body: {} });
            choose([]);
          }}
        />,
      );
    },
  };
}

/** When the staff view ends; `null` without one. */
async function readEnd(): Promise<string | null> {
  return (await withDeadline(TIMEOUT, (signal) => api(calls.readStaffView, {}, { signal }))).until;
}
