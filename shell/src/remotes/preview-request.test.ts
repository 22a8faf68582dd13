import { forgetPreview, isOnPreviewOrigin, previewRequest } from './preview-request';

const tab = (search: string) => ({ location: { search }, sessionStorage });

describe('previewRequest', () => {
  beforeEach(() => sessionStorage.clear());

  it('remembers the link for later pages of the tab, until it is switched off', () => {
    const request = { release: 'shop@1.5.0', proof: '1.sha384-x.key.signature' };
    expect(previewRequest(tab('?page=2'))).toBeUndefined();
    expect(previewRequest(tab(`?isa-release=shop@1.5.0&isa-preview=${request.proof}`))).toEqual(request);
    expect(previewRequest(tab(''))).toEqual(request);
    expect(previewRequest(tab('?isa-release=off'))).toBeUndefined();
    expect(previewRequest(tab(''))).toBeUndefined();
  });

  it('forgets a link that was refused', () => {
    previewRequest(tab('?isa-release=shop@1.5.0'));
    forgetPreview(tab(''));
    expect(previewRequest(tab(''))).toBeUndefined();
  });
});

test('a page is on the preview origin only at exactly that origin', () => {
  const previewOrigin = 'https://preview.academy.test';
  const isOn = (origin: string, page = {}) => isOnPreviewOrigin({ location: { origin } }, page);
  expect(isOn(previewOrigin, { previewOrigin })).toBe(true);
  for (const origin of ['https://academy.test', 'http://preview.academy.test', `${previewOrigin}:8443`])
    expect(isOn(origin, { previewOrigin })).toBe(false);
  expect(isOn(previewOrigin)).toBe(false);
});
