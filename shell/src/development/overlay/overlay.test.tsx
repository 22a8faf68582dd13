import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteRelease } from '../../../platform/formats/registry';
import { findAreas, type TabReleases } from './areas';
import { Overlay } from './overlay';
import { overlayEnabled } from './overlay-setting';

function release(name: string, version: string, slot: RemoteRelease['slot']): RemoteRelease {
  return {
    name,
    version,
    slot,
    entry: `http://localhost:3011/${name}/remote-entry.js`,
    globalName: `mf_${name}`,
    integrity: '',
    routes: [],
    menu: [],
  };
}

const tabReleases: TabReleases = {
  shellVersion: '1.0.0-abc',
  revision: 7,
  inUse: () => undefined,
  releases: [release('shop', '1.5.0', 'canary'), release('learning', '2.0.0', 'live')],
};

/** Gives every element its size, because jsdom has no layout. */
function layOut(sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {}) {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { width, height } = sizes[this.tagName.toLowerCase()] ?? { width: 800, height: 100 };
    return new DOMRect(0, 0, width, height);
  });
}

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '';
  layOut();
});

describe('overlayEnabled', () => {
  const tab = (href: string) => ({ location: new URL(href), sessionStorage }) as unknown as Window;

  beforeEach(() => {
    jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
  });

  it('is off for visitors, whatever the address or the storage contains', () => {
    expect(overlayEnabled(tab('https://academy.test/?isa-overlay'))).toBe(false);
    sessionStorage.setItem('isa-shell:overlay', 'shown');
    expect(overlayEnabled(tab('https://academy.test/'))).toBe(false);
    expect(overlayEnabled(tab('https://localhost.evil.test/?isa-overlay'))).toBe(false);
  });

  it('is on for a tab of a built local site from ?isa-overlay to ?isa-overlay=off', () => {
    expect(overlayEnabled(tab('http://localhost:3000/'))).toBe(false);
    expect(overlayEnabled(tab('http://localhost:3000/?isa-overlay'))).toBe(true);
    expect(overlayEnabled(tab('http://localhost:3000/isa-basket'))).toBe(true);
    expect(overlayEnabled(tab('http://localhost:3000/?isa-overlay=off'))).toBe(false);
    expect(overlayEnabled(tab('http://localhost:3000/'))).toBe(false);
  });

  it('is always on in development', () => {
    jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'development' });
    expect(overlayEnabled(tab('http://localhost:3000/'))).toBe(true);
  });
});

describe('findAreas', () => {
  const captions = () =>
    findAreas(document, tabReleases).map(({ caption, renderedBy }) => [renderedBy, caption]);

  it('names the release of each area and attributes the rest to the shell', () => {
    document.body.innerHTML =
      '<div id="root"><header></header><main><div data-remote="shop"></div></main><footer></footer></div>';
    expect(captions()).toEqual([
      ['shell', 'shell@1.0.0-abc'],
      ['shell', 'shell@1.0.0-abc'],
      ['remote', 'shop@1.5.0 · canary'],
    ]);
  });

  it('attributes the shell’s own pages to the shell', () => {
    document.body.innerHTML = '<div id="root"><main><h1>Log in</h1></main></div>';
    expect(captions()).toEqual([['shell', 'shell@1.0.0-abc']]);
  });

  it('shows the version that rendered the area, not the tab’s current choice', () => {
    document.body.innerHTML = '<div id="root"><div data-remote="shop" data-version="1.4.9"></div></div>';
    expect(captions()).toEqual([['remote', 'shop@1.4.9']]);
  });

  it('names the fallback release where the chosen one has failed', () => {
    document.body.innerHTML = '<div id="root"><div data-remote="shop" data-version="1.4.9"></div></div>';
    const [area] = findAreas(document, {
      ...tabReleases,
      inUse: (name) => release(name, '1.4.9', 'previous'),
    });
    expect(area?.caption).toBe('shop@1.4.9 · previous');
  });

  it('measures the header’s fixed bar and places other captions below it', () => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.id === 'bar' ? new DOMRect(0, 0, 800, 88) : new DOMRect(0, -500, 800, 2000);
    });
    document.body.innerHTML =
      '<div id="root"><header><div></div><div id="bar" style="position: fixed"></div></header><div data-remote="shop"></div></div>';
    expect(findAreas(document, tabReleases).map(({ top, captionTop }) => [top, captionTop])).toEqual([
      [0, 0],
      [-500, 588],
    ]);
  });

  it('ignores areas without a size', () => {
    layOut({ div: { width: 800, height: 0 } });
    document.body.innerHTML = '<div id="root"><div data-remote="shop"></div></div>';
    expect(captions()).toEqual([]);
  });
});

describe('the overlay', () => {
  function open(releases = tabReleases.releases) {
    const application = document.createElement('div');
    application.id = 'root';
    application.innerHTML = '<main><div data-remote="shop">Books</div></main>';
    document.body.append(application);
    const { unmount } = render(<Overlay releases={() => ({ ...tabReleases, releases })} />);
    return { user: userEvent.setup(), unmount };
  }
  const shortcut = '{Alt>}{Shift>}[KeyO]{/Shift}{/Alt}';

  it('shows nothing at first', () => {
    open();
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(screen.queryByText(/shop@/)).not.toBeInTheDocument();
  });

  it('opens and closes by keyboard', async () => {
    const { user } = open();
    await user.keyboard(shortcut);
    const list = within(screen.getByRole('region', { name: 'Releases in this tab' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'shell@1.0.0-abc',
      'shop@1.5.0 · canary',
      'learning@2.0.0 · live',
    ]);
    // The name is in the list, and is the caption of its area.
    await waitFor(() => expect(screen.getAllByText('shop@1.5.0 · canary')).toHaveLength(2));
    await user.keyboard(shortcut);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });

  it('updates when the page changes', async () => {
    const { user } = open();
    await user.keyboard(shortcut);
    const area = document.querySelector<HTMLElement>('[data-remote]');
    if (area) area.dataset.remote = 'learning';
    await waitFor(() => expect(screen.getAllByText('learning@2.0.0 · live')).toHaveLength(2));
  });

  it('stays open for the next document of the tab', async () => {
    const { user, unmount } = open();
    await user.keyboard(shortcut);
    unmount();
    open();
    expect(screen.getByRole('region')).toBeInTheDocument();
  });

  it('shows which remote is overridden', async () => {
    const { user } = open([release('shop', 'development', 'override')]);
    await user.keyboard(shortcut);
    const list = within(screen.getByRole('region'));
    expect(list.getByText('shop@development · override from localhost:3011')).toBeInTheDocument();
  });
});
