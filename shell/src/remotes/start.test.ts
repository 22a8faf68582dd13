import { pageWith, registered } from '../testing/releases';
import { startRemotes } from './start';

const page = pageWith(1, {
  name: 'shop',
  live: registered('shop', '1.5.0'),
  canary: { percent: 0, release: registered('shop', '1.6.0') },
});
const reports = { failed: jest.fn(), loaded: jest.fn(), unknown: jest.fn() };
const fetchMock = jest.fn<Promise<Response>, [string]>();

async function open(previewOrigin?: string) {
  const started = await startRemotes(
    window,
    { ...page, ...(previewOrigin !== undefined && { previewOrigin }) },
    {},
    reports,
  );
  return {
    isStaffView: started.showStaffBar !== undefined,
    shop: started.remotes.releases.map(({ version }) => version),
  };
}

describe('a browser with the marker of staff', () => {
  // As in browsers; jsdom has no such accessors.
  beforeAll(() => {
    Object.defineProperty(HTMLScriptElement.prototype, 'integrity', {
      configurable: true,
      get: () => '',
      set: () => undefined,
    });
  });
  beforeEach(() => {
    document.cookie = 'isa-staff=1';
    fetchMock.mockReset();
    globalThis.fetch = fetchMock as unknown as typeof fetch;
  });
  afterEach(() => {
    document.cookie = 'isa-staff=; Max-Age=0';
  });

  it('shows the release for staff once the API has confirmed it', async () => {
    fetchMock.mockResolvedValueOnce(new Response('{"until":"2026-11-27T12:00:00.000Z"}'));
    await expect(open()).resolves.toEqual({ isStaffView: true, shop: ['1.6.0'] });
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not know the call yet', async () => new Response('Not Found', { status: 404 })],
    ['is overloaded', async () => new Response('{}', { status: 503 })],
  ])('shows the page of visitors when the API %s', async (_, answer) => {
    fetchMock.mockImplementationOnce(answer);
    await expect(open()).resolves.toEqual({ isStaffView: false, shop: ['1.5.0'] });
  });

  it('does not ask on the preview origin, which has no releases for staff', async () => {
    await expect(open(location.origin)).resolves.toEqual({ isStaffView: false, shop: ['1.5.0'] });
    expect(fetchMock).not.toHaveBeenCalled();
  });
});
