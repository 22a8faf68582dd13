import { createPath, type DataRouter, type Location } from 'react-router-dom';
import { isFirstTime } from './once';
import type { MovingRemotes } from './remotes';
import type { WorkInHand } from './safe-moment';

interface FollowOptions {
  readonly router: Pick<DataRouter, 'state' | 'subscribe'>;
  readonly remotes: MovingRemotes;
  readonly work: WorkInHand;
  readonly page: Pick<Window, 'location' | 'sessionStorage' | 'addEventListener'>;
}

/**
 * Moves the tab on to newer releases with the visitor's next navigation: never while there is work in hand, never from
 * a page that keeps its version, and never underneath a page that stays. Where the shell itself has moved, the
 * navigation becomes a document's.
 */
export function followReleases({ router, remotes, work, page }: FollowOptions): void {
  let target: Location | undefined;

  router.subscribe(({ navigation, matches }) => {
    if (navigation.state !== 'loading') return void (target = undefined);
    if (navigation.location === target) return;
    target = navigation.location;
    if (!remotes.isBehind || matches.some(({ route }) => keepsVersion(route.handle)) || work.isAtWork())
      return;

    if (remotes.shellHasMoved && isFirstTime(`shell ${remotes.newestShell}`, page)) {
      return remotes.leave(createPath(target));
    }
    const before = remotes.owner(target.pathname);
    remotes.moveOn();
    // The address has gone to somebody that this page's router knows nothing of, or to nobody.
    if (before !== undefined && remotes.owner(target.pathname) !== before) remotes.leave(createPath(target));
  });

  // A document that was left for another one stands still; the browser may have kept it all the same.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && remotes.isLeaving) page.location.reload();
  });
}

function keepsVersion(handle: unknown): boolean {
  return (
    typeof handle === 'object' && handle !== null && 'keepsVersion' in handle && handle.keepsVersion === true
  );
}
