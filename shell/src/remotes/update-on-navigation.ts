import { routeDataOf } from '@isa/contract/host';
import { createPath, type DataRouter, type Location } from 'react-router-dom';
import type { DocumentExit } from './leave-document';
import { findRemoteRoute } from './navigation';
import type { PinnedReleases } from './pinned-releases';

interface UpdateOptions {
  readonly router: Pick<DataRouter, 'state' | 'subscribe'>;
  readonly pinned: Pick<PinnedReleases, 'hasUpdate' | 'newest' | 'navigation' | 'update'>;
  readonly exit: DocumentExit;
  readonly isVisitorBusy: () => boolean;
  /** Whether this document shows releases for staff, and may no longer. */
  readonly hasStaffViewEnded: () => boolean;
  readonly page: Pick<Window, 'location' | 'addEventListener'>;
}

/**
 * Updates during the next navigation, but not while the visitor is busy, not from a page with `keepsVersion`,
 * and not during a revalidation. A new shell, and the end of a staff view, need a new document.
 */
export function updateOnNavigation({
  router,
  pinned,
  exit,
  isVisitorBusy,
  hasStaffViewEnded,
  page,
}: UpdateOptions): void {
  let target: Location | undefined;

  router.subscribe(({ navigation, matches }) => {
    if (navigation.state !== 'loading') return void (target = undefined);
    if (navigation.location === target) return;
    target = navigation.location;
    const keepsVersion = matches.some(({ route }) => routeDataOf(route.handle)?.keepsVersion);
    const isOver = hasStaffViewEnded();
    if (!(pinned.hasUpdate || isOver) || keepsVersion || isVisitorBusy()) return;

    const address = createPath(target);
    if (isOver) return void exit.leave(address);
    const { newShell } = pinned.newest;
    if (newShell !== undefined && exit.isFirstTime(`shell ${newShell}`)) return void exit.leave(address);
    const { pathname } = target;
    const routeOwner = () => findRemoteRoute(pinned.navigation.getState().remotes, pathname)?.remote;
    const before = routeOwner();
    pinned.update();
    // This document's router has no route for another remote's page.
    if (before !== undefined && routeOwner() !== before) void exit.leave(address);
  });

  // The back/forward cache may restore a document that was left and renders nothing more.
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && exit.isLeaving) page.location.reload();
  });
}
