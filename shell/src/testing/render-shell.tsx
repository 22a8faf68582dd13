import type { Host, MenuEntry, RemoteRoute } from '@isa/contract';
import { HostProvider, pageRoute } from '@isa/contract/host';
import { fakeHost, type FakeHostOptions } from '@isa/contract/testing';
import { notFound } from '@isa/contract/router';
import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { accountRoutes } from '../accounts/routes';
import { ErrorScreen } from '../layout/error-screen';
import { Layout } from '../layout/layout';
import { toasts } from '../layout/toasts';
import { menuOf } from '../remotes/navigation';

export const menu: readonly MenuEntry[] = [
  { menu: 'main', label: 'Books', path: '/isa-books/all-books', order: 50 },
  { menu: 'main', label: 'Home', path: '/', order: 10 },
  {
    menu: 'main',
    label: 'Training Courses',
    path: '/isa-all-training-courses',
    order: 30,
    children: [
      { label: 'All', path: '/isa-all-training-courses' },
      { label: 'Surveillance', path: '/isa-surveillance-courses' },
    ],
  },
  { menu: 'account', label: 'My Online Courses', path: '/my-courses', order: 10 },
];

/** A remote's page with a heading. */
export function remotePage(path: string, heading: string, route: Partial<RemoteRoute> = {}): RemoteRoute {
  return {
    path,
    title: heading,
    page: async () => ({ default: () => <h1>{heading}</h1> }),
    ...route,
  };
}

const pages: readonly RemoteRoute[] = [
  remotePage('/', 'Home page', { header: 'home', footer: 'light' }),
  remotePage('/isa-about-us', 'About the academy', { header: 'about' }),
  remotePage('/contact', 'Contact', { header: 'contact' }),
  remotePage('/isa-books/all-books', 'All books'),
  remotePage('/isa-surveillance-courses', 'Surveillance courses'),
  remotePage('/isa-basket', 'Basket'),
  remotePage('/isa-online-courses/:lessonId', 'Lesson'),
];

interface ShellOptions extends FakeHostOptions {
  /** Replaces calls of the session, such as a login that fails. */
  readonly sessionCalls?: Partial<Pick<Host['session'], 'logIn' | 'logOut'>>;
  readonly routes?: readonly RemoteRoute[];
}

/** Renders the shell with small pages, at an address, with the fake host of the contract. */
export async function renderShell(
  address: string,
  { sessionCalls, routes = [], ...options }: ShellOptions = {},
) {
  const fake = fakeHost(options);
  toasts.store.setState({ shown: [] });
  const host: Host = { ...fake, session: { ...fake.session, ...sessionCalls }, toasts };
  const router = createMemoryRouter(
    [
      {
        element: <Layout menu={menuOf([{ name: 'marketing', routes: [], menu }])} />,
        children: [
          ...[...pages, ...routes, ...accountRoutes].map((route) => ({
            ...pageRoute({ host, route, find: async () => route, errorElement: <ErrorScreen /> }),
            HydrateFallback: () => null,
          })),
          {
            path: '*',
            loader: unknownPath,
            element: null,
            errorElement: <ErrorScreen />,
            HydrateFallback: () => null,
          },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  // Keys are typed without delay, because tests type much into forms.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  render(
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { fake, host, router, user };
}

function unknownPath() {
  throw notFound();
}
