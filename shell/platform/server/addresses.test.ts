import { testFolder } from '../../../api/testing/test-folder';
import {
  cdnOrigin,
  namedSite,
  previewOrigin,
  recordAddresses,
  siteOrigin,
  useRecordedAddresses,
} from './addresses';

const { NODE_ENV, PREVIEW_ORIGIN } = process.env;
afterEach(() => Object.assign(process.env, { NODE_ENV, PREVIEW_ORIGIN: PREVIEW_ORIGIN ?? '' }));

function previewIn(mode: string, preview: string, site: string): string {
  Object.assign(process.env, { NODE_ENV: mode, PREVIEW_ORIGIN: preview });
  return previewOrigin(site);
}

describe('the preview origin in production', () => {
  it.each([
    ['', 'https://academy.example'],
    ['https://preview.academy.example', 'https://academy.example'],
    ['https://preview.academy.example', 'https://www.academy.example'],
    ['https://academy.example', 'https://www.academy.example'],
    ['https://preview.academy.co.uk', 'https://www.academy.co.uk'],
    ['https://PREVIEW.academy.example'.toLowerCase(), 'https://shop.academy.example'],
  ])('%s is refused alongside %s, because it could set its cookies', (preview, site) => {
    expect(() => previewIn('production', preview, site)).toThrow('shares the domain');
    expect(() => previewIn('production', preview, site)).toThrow('Use another domain');
  });

  it.each([
    ['https://academy-preview.example', 'https://academy.example'],
    ['https://academy-preview.co.uk', 'https://academy.co.uk'],
    ['https://preview.github.io', 'https://academy.github.io'],
  ])('%s is accepted alongside %s', (preview, site) => {
    expect(previewIn('production', preview, site)).toBe(preview);
  });
});

it('may be a name below the site in development', () => {
  expect(previewIn('development', '', 'http://localhost:3000')).toBe('http://preview.localhost:3000');
});

describe('the addresses that npm start records', () => {
  const given = { ...process.env };
  const clear = () => {
    for (const name of Object.keys(process.env)) if (/_?PORT$|_ORIGIN$/.test(name)) delete process.env[name];
  };
  beforeEach(clear);
  afterEach(() => {
    clear();
    Object.assign(process.env, given);
  });

  async function recordedFolder(): Promise<string> {
    const folder = testFolder();
    Object.assign(process.env, { PORT: '24000', CDN_ORIGIN: 'http://files.localhost:24001' });
    await recordAddresses(folder);
    clear();
    return folder;
  }

  it('lead other commands to that site', async () => {
    await useRecordedAddresses(await recordedFolder());
    expect([siteOrigin(), namedSite()]).toEqual(['http://localhost:24000', 'http://localhost:24000']);
    expect(cdnOrigin()).toBe('http://files.localhost:24001');
  });

  it('are left aside by a command that is given an address', async () => {
    const folder = await recordedFolder();
    process.env.SITE_ORIGIN = 'https://academy.example';
    await useRecordedAddresses(folder);
    expect(siteOrigin()).toBe('https://academy.example');
    expect(cdnOrigin()).toBe('http://localhost:3001');
    expect(namedSite()).toBe('https://academy.example');
  });

  it('name no site before the first start, because another project may answer at the default port', async () => {
    await useRecordedAddresses(testFolder());
    expect(namedSite()).toBeUndefined();
  });
});
