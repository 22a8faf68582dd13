import { ApiError } from '@isa/contract';
import { fakeHost } from '@isa/contract/testing';
import { HostProvider } from '@isa/contract/host';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { remoteCode } from '../testing/releases';
import { openTab } from '../testing/remotes';
import { routes } from './router';

/** Opens the shop's page, whose data cannot be loaded. @returns what the page reports to the console. */
async function openFailingPage(failure: Error) {
  const code = remoteCode('shop', '1.5.0');
  const load = async () => Promise.reject(failure);
  const { remotes } = openTab({
    versions: { '1.5.0': { ...code, routes: code.routes.map((route) => ({ ...route, load })) } },
  });
  const reported: unknown[] = [];
  globalThis.reportError = (error) => void reported.push(error);
  const host = fakeHost();
  const router = createMemoryRouter(routes({ host, remotes }), { initialEntries: ['/books'] });
  render(
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  expect(await screen.findByText(failure.message)).toBeVisible();
  await act(async () => undefined);
  return reported;
}

describe('a page whose data cannot be loaded', () => {
  it('says so when the connection is lost, and reports no fault', async () => {
    expect(await openFailingPage(new ApiError('network', 'We cannot reach the academy.'))).toEqual([]);
  });

  it('reports what the API refuses', async () => {
    const failure = new ApiError('unreadable', 'That did not work.', { status: 500 });
    expect(await openFailingPage(failure)).toContain(failure);
  });
});
