import type { RemoteRelease } from '../../remotes/registry';

/** A rectangle of the page and who drew it. */
export interface Area {
  /** Such as `shop@1.5.0 · canary`. */
  readonly caption: string;
  readonly drawnBy: 'shell' | 'remote';
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawn {
  readonly shellVersion: string;
  /** The registry's revision that this tab has chosen from. */
  readonly revision: number;
  /** What this tab has chosen. */
  readonly releases: readonly RemoteRelease[];
  /** What it runs, which is another release where the chosen one has failed. */
  inUse(name: string): RemoteRelease | undefined;
}

/** How a release is called in captions and lists. */
export function releaseName({
  name,
  version,
  slot,
}: Pick<RemoteRelease, 'name' | 'version' | 'slot'>): string {
  return `${name}@${version} · ${slot}`;
}

/** Every area of the page in the window's coordinates: remotes mark theirs, and the rest is the shell's. */
export function findAreas(page: Document, drawn: Drawn): readonly Area[] {
  const remotes = [...page.querySelectorAll<HTMLElement>('[data-remote]')];
  const own = [...page.querySelectorAll<HTMLElement>('#root header, #root main, #root footer')].filter(
    (element) => !remotes.some((remote) => remote.contains(element) || element.contains(remote)),
  );
  return [
    ...own.map((element) => measure(element, 'shell', `shell@${drawn.shellVersion}`)),
    ...remotes.map((element) => measure(element, 'remote', captionOf(element, drawn))),
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** The version that the area itself names is the one that drew it, whatever the tab would choose by now. */
function captionOf({ dataset }: HTMLElement, { releases, inUse }: Drawn): string {
  const name = dataset.remote ?? '';
  const known = [inUse(name), releases.find((release) => release.name === name)].filter(
    (release) => release !== undefined,
  );
  const version = dataset.version ?? known[0]?.version ?? 'unknown';
  const release = known.find((candidate) => candidate.version === version);
  return release ? releaseName(release) : `${name}@${version}`;
}

function measure(element: HTMLElement, drawnBy: Area['drawnBy'], caption: string): Area {
  // The header's own box has no height where its bar lies over the page.
  const box = element.getBoundingClientRect();
  const { top, left, width, height } =
    box.height > 0 ? box : (element.firstElementChild ?? element).getBoundingClientRect();
  return { caption, drawnBy, top, left, width, height };
}
