import type { Link } from '@isa/contract/router';
import { act, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { MenuLink } from './menu-link';

const onRender = jest.fn();

jest.mock('@isa/contract/router', () => {
  const router = jest.requireActual<{ Link: typeof Link }>('@isa/contract/router');
  return {
    ...router,
    Link: (props: ComponentProps<typeof Link>) => {
      onRender(props.to);
      return <router.Link {...props} />;
    },
  };
});

const menu = (
  <>
    <MenuLink to="/books">Books</MenuLink>
    <MenuLink to="/books/all" end>
      All
    </MenuLink>
  </>
);

const marked = () => screen.queryAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);

describe('MenuLink', () => {
  it.each([
    ['/', []],
    ['/books', ['Books']],
    ['/Books/All', ['Books', 'All']],
    ['/books/all/1', ['Books']],
    ['/booksellers', []],
  ])('is marked on its page and, without "end", below it: %s', (address, expected) => {
    const router = createMemoryRouter([{ path: '*', element: menu }], { initialEntries: [address] });
    render(<RouterProvider router={router} />);
    expect(marked()).toEqual(expected);
  });

  it('renders once in a navigation that loads', async () => {
    const router = createMemoryRouter([
      {
        element: (
          <>
            {menu}
            <Outlet />
          </>
        ),
        children: [
          { path: '/', element: null },
          { path: '/books', element: null, loader: async () => null },
        ],
      },
    ]);
    render(<RouterProvider router={router} />);
    onRender.mockClear();
    await act(() => router.navigate('/books'));
    expect(marked()).toEqual(['Books']);
    expect(onRender.mock.calls).toEqual([['/books'], ['/books/all']]);
  });
});
