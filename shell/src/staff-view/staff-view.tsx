import { calls } from '@isa/api-contract';
import { safeStorage } from '@isa/contract';
import { createRoot } from 'react-dom/client';
import { createApiClient } from '../api/http-client';
import { withDeadline } from '../browser/with-deadline';
import type { PinnedReleases } from '../remotes/pinned-releases';
import type { Remotes } from '../remotes/remotes';
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
  const { until } = await withDeadline(TIMEOUT, (signal) => api(calls.readStaffView, {}, { signal }));
  if (until === null) return undefined;
  const storage = safeStorage('sessionStorage');
  const chosen = storage.read(CHOICE)?.split(' ') ?? [];

  function choose(releases: readonly string[]): void {
    storage.write(CHOICE, releases.join(' '));
    location.reload();
  }

  return {
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
      // The bar sticks to the bottom of the window within its parent, which is the body then.
      container.style.display = 'contents';
      document.body.append(container);
      createRoot(container).render(
        <StaffBar
          until={new Date(until)}
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
