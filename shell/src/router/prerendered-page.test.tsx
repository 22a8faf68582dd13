import { act, fireEvent, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ReadOnlyPage, setFirstPage } from './prerendered-page';

const HTML = '<h1>Books</h1><p>Eight <b>books</b></p>';
const kept = <ReadOnlyPage remote="shop" prepareRetry={async () => undefined} />;
const place = () => document.querySelector('[data-remote="shop"]');

/** A document with the prerendered page of the shop. */
function setDocument() {
  const container = document.createElement('div');
  container.innerHTML = `<div data-remote="shop">${HTML}</div>`;
  document.body.replaceChildren(container);
  const router = createMemoryRouter(
    [
      { path: '/books', element: kept },
      { path: '/', element: <h1>Home</h1> },
    ],
    { initialEntries: ['/books'] },
  );
  setFirstPage(router.state.location);
  const setHtml = jest.spyOn(Element.prototype, 'innerHTML', 'set');
  return { container, router, setHtml };
}

describe('a page whose code is unavailable', () => {
  it('keeps the elements that React hydrates', async () => {
    const { container, router, setHtml } = setDocument();
    const heading = screen.getByRole('heading');
    const onRecoverableError = jest.fn();
    await act(async () => hydrateRoot(container, <RouterProvider router={router} />, { onRecoverableError }));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('heading')).toBe(heading);
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(setHtml).not.toHaveBeenCalled();
  });

  it('can be tried again after a retry that changed nothing', async () => {
    const { container, router } = setDocument();
    render(<RouterProvider router={router} />, { container });
    const button = screen.getByRole('button', { name: 'Try again' });
    await act(async () => void fireEvent.click(button));
    expect(screen.getByText(/That did not work/)).toBeVisible();
    expect(button).not.toHaveAttribute('aria-busy');
  });

  it('has its content again on every later visit, and no text becomes HTML', async () => {
    const { container, router, setHtml } = setDocument();
    render(<RouterProvider router={router} />, { container });
    expect(place()?.innerHTML).toBe(HTML);
    for (const visit of ['first', 'second']) {
      await act(() => router.navigate('/'));
      expect(screen.getByRole('heading')).toHaveTextContent('Home');
      await act(() => router.navigate('/books'));
      expect([visit, place()?.innerHTML]).toEqual([visit, HTML]);
    }
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(place()?.innerHTML).toBe(HTML);
    expect(setHtml).not.toHaveBeenCalled();
  });
});
