import type { RemoteRelease } from '../../../platform/formats/registry';

export interface Area {
  /** The name of the release, such as `shop@1.5.0 · canary`. */
  readonly caption: string;
  readonly renderedBy: 'shell' | 'remote';
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** The caption's distance from the area's top, which keeps it below the header's fixed bar. */
  readonly captionTop: number;
}

export interface TabReleases {
  readonly shellVersion: string;
  readonly revision: number;
  readonly releases: readonly RemoteRelease[];
  /** The release that renders a remote, which is another than the chosen one after a failure. */
  inUse(name: string): RemoteRelease | undefined;
}

export function releaseLabel({ name, version, slot }: RemoteRelease): string {
  return `${name}@${version} · ${slot}`;
}

/** @returns the visible areas of the page: remotes mark theirs, and the rest is the shell's. */
export function findAreas(page: Document, tab: TabReleases): readonly Area[] {
  const remotes = [...page.querySelectorAll<HTMLElement>('[data-remote]')];
  const shell = [...page.querySelectorAll<HTMLElement>('#root header, #root main, #root footer')].filter(
    (element) => !remotes.some((remote) => remote.contains(element) || element.contains(remote)),
  );
  const bar = [...page.querySelectorAll('#root header > *')].find(
    (child) => getComputedStyle(child).position === 'fixed',
  );
  const barBottom = bar?.getBoundingClientRect().bottom ?? 0;

  function measure(element: HTMLElement, renderedBy: Area['renderedBy'], caption: string): Area {
    // Only the bar of the header stays in view, so it is measured instead.
    const isHeader = element.tagName === 'HEADER';
    const { top, left, width, height } = ((isHeader && bar) || element).getBoundingClientRect();
    const captionTop = Math.max(0, (isHeader ? 0 : barBottom) - top);
    return { caption, renderedBy, top, left, width, height, captionTop };
  }

  return [
    ...shell.map((element) => measure(element, 'shell', `shell@${tab.shellVersion}`)),
    ...remotes.map((element) => measure(element, 'remote', captionOf(element, tab))),
  ].filter(({ width, height }) => width > 0 && height > 0);
}

/** Names the version that rendered the area, which may differ from the tab's current choice. */
function captionOf({ dataset }: HTMLElement, { releases, inUse }: TabReleases): string {
  const name = dataset.remote ?? '';
  const known = [inUse(name), ...releases].filter((release) => release?.name === name);
  const version = dataset.version ?? known[0]?.version ?? 'unknown';
  const release = known.find((candidate) => candidate?.version === version);
  return release ? releaseLabel(release) : `${name}@${version}`;
}
