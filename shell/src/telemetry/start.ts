import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import type { DataRouter } from 'react-router-dom';
import { liveNavigation, type PageRegistry, type RemoteRelease } from '../../platform/formats/registry';
import { whenIdle } from '../browser/when-idle';
import { findRemoteRoute } from '../remotes/navigation';
import { isOnPreviewOrigin } from '../remotes/preview-request';
import { type ReleaseReports, ReleasesUnknown, RemoteUnavailable, type Remotes } from '../remotes/remotes';
import { createBeacons, sendBeacon } from './beacons';
import { createTelemetry, type Subject, type Telemetry } from './telemetry';
import { watchUncaught } from './uncaught';

/** Documents with a canary always report, because they are few and decide about it. */
const SAMPLE = 0.5;

/** Reports how releases perform, unless the visitor's browser requests privacy. */
export function startTelemetry(
  page: Window & typeof globalThis,
  inlined: PageRegistry,
): ReleaseReports & { follow(router: DataRouter, remotes: Remotes): void; silence(): void } {
  const shell: Subject = { name: 'shell', version: inlined.registry.shell.live, slot: 'live' };
  // Previews have no visitors.
  let isSilent = isOnPreviewOrigin(page, inlined);
  let isSampled = Math.random() < SAMPLE;
  const telemetry = createTelemetry({
    addEvent: createBeacons(page, (events) => {
      const isDevelopment =
        inlined.registry.remotes.some(({ live }) => live && 'entry' in live && live.unverified) ||
        chosen().some(({ unverified }) => unverified) ||
        events.some(({ slot }) => slot === 'override');
      // Unreleased changes would count as failures of releases.
      if (!requestsPrivacy(page.navigator) && !isDevelopment && !isSilent)
        sendBeacon(calls.telemetry.path, events);
    }),
    isSampled: () => isSampled,
  });
  const firstRoute = findRemoteRoute(liveNavigation(inlined), page.location.pathname)?.path;
  telemetry.begin(firstRoute);
  const reported = new WeakSet<object>();
  const loaded = new Map<string, RemoteRelease>();
  let chosen: () => readonly RemoteRelease[] = () => [];

  watchUncaught({
    page,
    shell,
    releases: () => [...loaded.values(), ...chosen()],
    isReported: (error) =>
      error instanceof ApiError ||
      error instanceof RemoteUnavailable ||
      error instanceof ReleasesUnknown ||
      (typeof error === 'object' && error !== null && reported.has(error)),
    report: (subject, error) => telemetry.error(subject, 'uncaught', error),
    reportPolicy: telemetry.policy,
  });

  return {
    failed(release, phase, error) {
      if (typeof error === 'object' && error !== null) reported.add(error);
      telemetry.error(release, phase, error);
    },
    loaded(release) {
      loaded.set(release.globalName, release);
      isSampled ||= release.slot === 'canary';
    },
    unknown: () => telemetry.error(shell, 'fetch'),
    /** Sends nothing of this document: the views of staff would continue or end the rollout of a canary. */
    silence() {
      isSilent = true;
    },
    follow(router, remotes) {
      chosen = () => remotes.releases;
      isSampled ||= remotes.releases.some(({ slot }) => slot === 'canary');
      if (firstRoute === undefined) telemetry.begin(routeOf(router.state.matches));
      reportPages(router, remotes, shell, telemetry);
      if (requestsPrivacy(page.navigator)) return;
      const loadVitals = () =>
        whenIdle(() => {
          import(/* webpackChunkName: "web-vitals" */ './vitals').then(
            ({ reportVitals }) => reportVitals(telemetry),
            // A failure is ignored, because vitals are optional.
            () => undefined,
          );
        });
      if (page.document.readyState === 'complete') loadVitals();
      else page.addEventListener('load', loadVitals, { once: true });
    },
  };
}

function reportPages(
  router: DataRouter,
  remotes: Remotes,
  shell: Subject,
  telemetry: Pick<Telemetry, 'begin' | 'rendered'>,
): void {
  /** The release that rendered the page, or the chosen one where none did. */
  const subjectOf = (route: string | undefined): Subject => {
    const owner = remotes.releases.find(({ routes }) => routes.some(({ path }) => path === route));
    return owner ? (remotes.inUse(owner.name) ?? owner) : shell;
  };
  // The first page began before the router existed.
  let begun: string | undefined = router.state.location.key;
  let shown: string | undefined;

  function report({ initialized, location, matches, navigation }: DataRouter['state']): void {
    const isLoading = navigation.state === 'loading';
    const next = isLoading ? navigation.location : initialized ? undefined : location;
    if (next && next.key !== begun) {
      begun = next.key;
      telemetry.begin(routeOf(isLoading ? navigation.matches : matches));
    }
    if (next || !initialized || location.key === shown) return;
    shown = location.key;
    const route = routeOf(matches);
    if (begun !== location.key) telemetry.begin(route);
    begun = location.key;
    telemetry.rendered(subjectOf(route));
  }

  report(router.state);
  router.subscribe(report);
}

/** The path of the deepest matched route. React Router's own search would sort all routes again. */
function routeOf(matches: DataRouter['state']['matches'] | undefined): string | undefined {
  return matches?.at(-1)?.route.path;
}

/** Global Privacy Control, or its predecessor Do Not Track (W3C). */
function requestsPrivacy(navigator: Navigator & { readonly globalPrivacyControl?: boolean }): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';
}
