import { act, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { fakeHost } from '../testing';
import { HostProvider } from './host-context';
import { PageHead } from './page-head';

const page = (path: string, name = path) => (
  <HostProvider host={fakeHost()}>
    <PageHead
      key="page"
      title={name}
      description="A page"
      path={path}
      jsonLd={[{ '@type': 'Thing', name }]}
    />
    <h1>{name}</h1>
  </HostProvider>
);
const names = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => /"name":"(.*?)"/.exec(textContent)?.[1],
  );

describe('structured data', () => {
  let root: Root;
  /** Whether React has reported a difference between the HTML and what it renders. */
  const onRecoverableError = jest.fn();
  let setHtml: jest.SpyInstance;
  let logError: jest.SpyInstance;

  beforeEach(async () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(page('/books/1'));
    document.body.replaceChildren(container);
    logError = jest.spyOn(console, 'error');
    root = await act(async () => hydrateRoot(container, page('/books/1'), { onRecoverableError }));
    setHtml = jest.spyOn(Element.prototype, 'innerHTML', 'set');
  });
  afterEach(async () => act(async () => root.unmount()));

  const show = async (...content: Parameters<typeof page>) => {
    await act(async () => root.render(page(...content)));
    expect(screen.getByRole('heading')).toHaveTextContent(content.at(-1) ?? '');
  };

  it('remains in the page that React hydrates, without a difference', () => {
    expect(names()).toEqual(['/books/1']);
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(logError).not.toHaveBeenCalled();
  });

  it('is not changed where its page gets other data', async () => {
    await show('/books/1', 'Volume 1');
    expect(names()).toEqual(['/books/1']);
    expect(setHtml).not.toHaveBeenCalled();
  });

  it('leaves with its page, and no text becomes HTML for the next page or a return', async () => {
    await show('/books/2');
    expect(names()).toEqual([]);
    await show('/books/1');
    expect(names()).toEqual([]);
    expect(setHtml).not.toHaveBeenCalled();
  });
});
