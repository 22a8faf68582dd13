import { fakeHost, type Stories } from '@isa/contract/testing';
import { HostProvider } from '@isa/contract/host';
import { notFound } from '@isa/contract/router';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ErrorScreen, PageFailure } from './error-screen';

/** Renders what replaces a page whose loader fails with this error. */
function afterFailure(error: unknown, errorElement: ReactNode) {
  const loader = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: '*', loader, errorElement }]);
  return (
    <HostProvider host={fakeHost()}>
      <RouterProvider router={router} />
    </HostProvider>
  );
}

export default {
  'not found': {
    shows: 'Page not found',
    render: () => afterFailure(notFound(), <ErrorScreen />),
  },
  error: {
    shows: 'Something went wrong',
    render: () => afterFailure(new Error('An error of the page.'), <ErrorScreen />),
  },
  'page unavailable': {
    shows: 'This page could not be loaded',
    render: () =>
      afterFailure(
        new Error('Loading https://cdn.test/shop/1.0.0/page.js failed.'),
        <PageFailure prepareRetry={async () => undefined} />,
      ),
  },
} satisfies Stories;
