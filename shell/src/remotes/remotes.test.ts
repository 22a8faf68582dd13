import { ApiError, type Remote } from '@isa/contract';
import { remoteCode, networkError, pageWith, registered } from '../testing/releases';
import { live, openTab, overrideOf, afterSettling, previous, shop } from '../testing/remotes';
import { RemoteUnavailable } from './remotes';

beforeEach(() => sessionStorage.clear());

describe('remotes', () => {
  it('have their menus in order without loading any code', () => {
    const blog = registered('blog', '1.0.0', {
      menu: [{ menu: 'main', label: 'Blog', path: '/blog', order: 10 }],
    });
    const { menuLabels, requested } = openTab({ page: pageWith(1, shop, { name: 'blog', live: blog }) });
    expect(menuLabels()).toEqual(['Blog', 'Books']);
    expect(requested()).toEqual([]);
  });

  it('are rendered by the live release, which is then in use', async () => {
    const { remotes, visit, loadRegistry } = openTab();
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')).toMatchObject({ version: '1.5.0', slot: 'live' });
    expect(loadRegistry).not.toHaveBeenCalled();
  });
});

describe('when a release fails', () => {
  it('the release of the fresh registry replaces it', async () => {
    const fresh = pageWith(2, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    const versions = { '1.5.0': networkError() };
    const { remotes, pinned, visit, requested, failures } = openTab({ fresh, versions });
    await expect(visit()).resolves.toEqual({ data: '1.6.0', page: '1.6.0' });
    expect(requested()).toEqual(['1.5.0', '1.6.0']);
    expect(failures()).toEqual(['live 1.5.0 fetch']);
    // The tab's pinned release stays until the update.
    expect(remotes.releases[0]?.version).toBe('1.5.0');
    expect(pinned.hasUpdate).toBe(true);
  });

  it('the previous release replaces it when the newer one fails too', async () => {
    const fresh = pageWith(2, { name: 'shop', live: registered('shop', '1.6.0'), previous: live });
    const { visit, requested, failures } = openTab({
      fresh,
      versions: { '1.5.0': networkError(), '1.6.0': new Error('evaluation') },
    });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(requested()).toEqual(['1.5.0', '1.6.0', '1.4.0']);
    expect(failures()).toEqual(['live 1.5.0 fetch', 'live 1.6.0 evaluate']);
    await visit();
    expect(requested()).toHaveLength(3);
  });

  it('the live release replaces a canary, without a request for the registry', async () => {
    const page = pageWith(1, { ...shop, canary: { percent: 60, release: registered('shop', '1.6.0-rc') } });
    const { visit, remotes, loadRegistry } = openTab({ page, versions: { '1.6.0-rc': networkError() } });
    expect(remotes.releases[0]?.slot).toBe('canary');
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
    expect(remotes.inUse('shop')?.slot).toBe('live');
    expect(loadRegistry).not.toHaveBeenCalled();
  });

  it('a release without the declared route counts as failed', async () => {
    const { visit, failures } = openTab({ versions: { '1.5.0': remoteCode('shop', '1.5.0', '/other') } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(failures()).toEqual(['live 1.5.0 load']);
  });

  it('a release that does not declare the route is skipped', async () => {
    const older = { ...previous, routes: [] };
    const { visit, requested } = openTab({
      page: pageWith(1, { ...shop, previous: older }),
      versions: { '1.5.0': networkError() },
    });
    await expect(visit()).rejects.toBeInstanceOf(RemoteUnavailable);
    expect(requested()).toEqual(['1.5.0']);
  });

  it('code and data come from the next release when a page’s chunk fails', async () => {
    const lost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    const [route] = remoteCode('shop', '1.5.0').routes;
    if (!route) throw new Error('The fixture has no page.');
    const broken: Remote = {
      name: 'shop',
      menu: [],
      routes: [{ ...route, page: async () => Promise.reject(lost) }],
    };
    const { visit, failures, requested } = openTab({ versions: { '1.5.0': broken } });
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(failures()).toEqual(['live 1.5.0 chunk']);
    // The next visit begins with the release that worked.
    await visit();
    expect(requested()).toEqual(['1.5.0', '1.4.0']);
  });

  it('the error names the preferred release when all fail, and the next visit tries again', async () => {
    const versions: Record<string, Remote | Error> = { '1.5.0': networkError(), '1.4.0': networkError() };
    const { visit } = openTab({ versions });
    await expect(visit()).rejects.toThrow('shop@1.5.0');
    await expect(visit()).rejects.toMatchObject({ canBeRetried: true });
    delete versions['1.5.0'];
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
  });

  it('only a new document can succeed when all releases throw', async () => {
    const versions = { '1.5.0': new Error('evaluation'), '1.4.0': new Error('evaluation') };
    await expect(openTab({ versions }).visit()).rejects.toMatchObject({ canBeRetried: false });
  });

  it('the previous release is shown after 2.5 seconds without a response, and both may still arrive', async () => {
    jest.useFakeTimers();
    try {
      const { visit, requested, failures } = openTab({ versions: { '1.5.0': 'hangs' }, timeout: 10_000 });
      const shown = visit();
      await jest.advanceTimersByTimeAsync(2_400);
      expect(requested()).toEqual(['1.5.0']);
      await jest.advanceTimersByTimeAsync(200);
      await expect(shown).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
      expect(failures()).toEqual([]);
      await jest.advanceTimersByTimeAsync(10_000);
      expect(failures()).toEqual(['live 1.5.0 fetch']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('two releases that do not respond are both reported, and the visit fails', async () => {
    const { visit, failures } = openTab({ versions: { '1.5.0': 'hangs', '1.4.0': 'hangs' } });
    await expect(visit()).rejects.toBeInstanceOf(RemoteUnavailable);
    expect(failures()).toEqual(['live 1.5.0 fetch', 'previous 1.4.0 fetch']);
  });

  it('no release replaces an override', async () => {
    const { visit, requested } = openTab({
      overrides: [overrideOf('dev')],
      versions: { dev: networkError() },
    });
    await expect(visit()).rejects.toThrow('shop@dev');
    expect(requested()).toEqual(['dev']);
  });
});

describe('the document of a page that cannot be shown', () => {
  const books = { pathname: '/books', search: '', hash: '#new' };

  it('is loaded once, and again after it has arrived', async () => {
    const { remotes, goTo } = openTab({ fresh: pageWith(1, shop) });
    expect(remotes.canOpenDocument(books)).toBe(true);
    const opened = remotes.openDocument(books);
    await expect(Promise.race([opened, afterSettling()])).resolves.toBe('pending');
    expect(goTo).toHaveBeenCalledWith('/books#new');

    const other = openTab({ fresh: pageWith(1, shop) });
    await other.remotes.openDocument(books);
    expect(other.goTo).not.toHaveBeenCalled();

    openTab({ documentAddress: '/books' });
    const later = openTab({ fresh: pageWith(1, shop) });
    void later.remotes.openDocument(books);
    await afterSettling();
    expect(later.goTo).toHaveBeenCalled();
  });

  it('is loaded for a remote that was retired while the tab was open', async () => {
    const { pinned, visit, goTo } = openTab({ fresh: pageWith(2) });
    await pinned.refresh();
    pinned.update();
    await expect(Promise.race([visit(), afterSettling()])).resolves.toBe('pending');
    expect(goTo).toHaveBeenCalledWith('/books');
  });

  it('is not loaded when it is this one, or while the site is unreachable', async () => {
    const { remotes, goTo } = openTab({ fresh: 'unreachable', documentAddress: '/books' });
    expect(remotes.canOpenDocument(books)).toBe(false);
    await remotes.openDocument({ ...books, pathname: '/books/1' });
    expect(goTo).not.toHaveBeenCalled();
  });
});

describe('when a page throws while rendering', () => {
  const thrown = () => new TypeError('no such property');

  it('the previous release replaces it, even in the next document of the tab', async () => {
    const { remotes, visit, failures } = openTab();
    await visit();
    expect(remotes.addRenderError('shop', thrown())).toBe(true);
    await expect(visit()).resolves.toEqual({ data: '1.4.0', page: '1.4.0' });
    expect(failures()).toEqual(['live 1.5.0 render']);
    expect(openTab().remotes.releases[0]).toMatchObject({ version: '1.4.0', slot: 'previous' });
  });

  it('an error counts once', async () => {
    const { remotes, visit } = openTab();
    await visit();
    const error = thrown();
    expect([remotes.addRenderError('shop', error), remotes.addRenderError('shop', error)]).toEqual([
      true,
      false,
    ]);
  });

  it('the release is used again when there is no other', async () => {
    const { remotes, visit } = openTab({ page: pageWith(1, { name: 'shop', live }) });
    await visit();
    expect(remotes.addRenderError('shop', thrown())).toBe(false);
    await expect(visit()).resolves.toEqual({ data: '1.5.0', page: '1.5.0' });
  });

  it.each([404, 422])(
    'a call that the API refuses with %i is reported once, and nothing replaces it',
    async (status) => {
      const { remotes, visit, failures } = openTab();
      await visit();
      const error = new ApiError('not-found', 'There is nothing here.', { status });
      expect([remotes.addRenderError('shop', error), remotes.addRenderError('shop', error)]).toEqual([
        false,
        false,
      ]);
      expect(failures()).toEqual(['live 1.5.0 data']);
    },
  );

  it.each([
    ['an error of the API', new ApiError('busy', 'busy', { status: 503 })],
    ['a missing page', { status: 404, statusText: 'Not Found', internal: false, data: null }],
    ['a value that is no error', 'text'],
  ])('%s does not count', async (_, error) => {
    const { remotes, visit, failures } = openTab();
    await visit();
    expect([remotes.addRenderError('shop', error), remotes.addRenderError('shop', error)]).toEqual([
      false,
      false,
    ]);
    expect(failures()).toEqual([]);
  });
});

describe('an unmatched address', () => {
  const fresh = pageWith(2, {
    name: 'shop',
    live: registered('shop', '1.6.0', { routes: [{ path: '/wish-list', title: 'Wishes' }] }),
  });

  it('leaves the document once for an address that only the newest registry has', async () => {
    const { remotes, goTo } = openTab({ fresh });
    const address = new URL('https://site.test/wish-list?from=mail');
    await expect(Promise.race([remotes.findUnmatched(address), afterSettling()])).resolves.toBe('pending');
    expect(goTo.mock.calls).toEqual([['/wish-list?from=mail']]);
    // A stale cache may return an older document: it must not be loaded again and again.
    const next = openTab({ fresh });
    await next.remotes.findUnmatched(address);
    expect(next.goTo).not.toHaveBeenCalled();
  });

  it('leaves the document for an address of a retired remote, unless it was loaded for it', async () => {
    const registry = { ...fresh.registry, retired: [{ name: 'events', routes: ['/events/:id'] }] };
    const address = new URL('https://site.test/events/7');
    const { remotes, goTo } = openTab({ fresh: { ...fresh, registry } });
    await expect(Promise.race([remotes.findUnmatched(address), afterSettling()])).resolves.toBe('pending');
    expect(goTo).toHaveBeenCalledWith('/events/7');
    const gone = openTab({ fresh: { ...fresh, registry }, documentAddress: '/events/7' });
    await gone.remotes.findUnmatched(address);
    expect(gone.goTo).not.toHaveBeenCalled();
  });

  it('stays when no remote has the address', async () => {
    const { remotes, goTo } = openTab({ fresh });
    await remotes.findUnmatched(new URL('https://site.test/nowhere'));
    expect(goTo).not.toHaveBeenCalled();
  });
});

describe('a tab', () => {
  it('loads nothing while the document is being left', async () => {
    const { remotes, exit, requested } = openTab();
    void exit.leave('/books');
    const settled = Promise.race([remotes.ready(), remotes.route('shop', '/books'), afterSettling()]);
    await expect(settled).resolves.toBe('pending');
    expect(requested()).toEqual([]);
  });

  describe('that visits a page with a document of its own', () => {
    const routes = ['/pay', '/blog', '/books'].map((path) => ({
      path,
      title: path,
      ...(path !== '/books' && { ownDocument: true }),
    }));
    const page = pageWith(1, { name: 'shop', live: registered('shop', '1.5.0', { routes }) });
    const visit = (path: string, allowsInlineStyles = false) => {
      const { remotes, goTo, requested } = openTab({ page, allowsInlineStyles });
      const address = new URL(path, 'https://site.test');
      const code = remotes.route('shop', address.pathname, address).catch(() => 'loaded');
      return { result: Promise.race([code, afterSettling()]), goTo, requested };
    };

    it('leaves this document, and loads no code in it', async () => {
      const { result, goTo, requested } = visit('/pay?step=2#card');
      await expect(result).resolves.toBe('pending');
      expect(goTo.mock.calls).toEqual([['/pay?step=2#card']]);
      expect(requested()).toEqual([]);
    });

    it.each([
      ['/pay', true, 'this document allows the page’s styles'],
      ['/books', false, 'the page needs none'],
      ['/blog', false, 'the document was loaded for this page'],
    ])('opens %s in this document (inline styles allowed: %s): %s', async (path, allowsInlineStyles) => {
      const { result, goTo, requested } = visit(path, allowsInlineStyles);
      await expect(result).resolves.not.toBe('pending');
      expect(goTo).not.toHaveBeenCalled();
      expect(requested()).toEqual(['1.5.0']);
    });
  });
});
