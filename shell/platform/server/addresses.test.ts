import { previewOrigin } from './addresses';

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
