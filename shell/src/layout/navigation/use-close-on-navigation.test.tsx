import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useCloseOnNavigation } from './use-close-on-navigation';

/** Arrives at the entry `next` while something is open that was opened when the entry `openedAt` had its address. */
async function arrive(openedAt: string): Promise<jest.Mock> {
  const close = jest.fn();
  function Sheet() {
    useCloseOnNavigation(true, close);
    return null;
  }
  window.history.replaceState({ key: openedAt }, '');
  const entries = [
    { pathname: '/', key: 'first' },
    { pathname: '/next', key: 'next' },
  ];
  const router = createMemoryRouter([{ path: '*', element: <Sheet /> }], {
    initialEntries: entries,
    initialIndex: 0,
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate(1));
  return close;
}

afterEach(() => window.history.replaceState(null, ''));

it('closes what was opened over the page that the visitor leaves', async () => {
  expect(await arrive('first')).toHaveBeenCalledTimes(1);
});

it('leaves open what was opened while the next page was on its way', async () => {
  expect(await arrive('next')).not.toHaveBeenCalled();
});
