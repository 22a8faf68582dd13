import { act, render, screen } from '@testing-library/react';
import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { definePage, defineRemote, type Remote } from './remote';
import { notFound, redirect } from './router';
import { ApiError } from './services/api';
import { answer, fakeHost, remoteAt } from './testing';

const page = async () => ({ default: () => <h1>A page</h1> });

/** Loaders throw responses, which are not errors. */
async function thrown(response: unknown): Promise<never> {
  throw response;
}

function remoteWith(...routes: Remote['routes']): Remote {
  return defineRemote({ name: 'sample', routes, menu: [] });
}

describe('defineRemote', () => {
  it('rejects relative paths and duplicate paths', () => {
    expect(() => remoteWith({ path: 'books', title: 'Books', page })).toThrow('not absolute');
    expect(() => remoteWith({ path: '/a', title: 'A', page }, { path: '/a', title: 'B', page })).toThrow(
      'claimed twice',
    );
  });
});

describe('a route of a remote', () => {
  it("passes a route's loaded data to its page", async () => {
    const remote = remoteWith(
      definePage<{ name: string }>({
        path: '/hello/:name',
        title: 'Hello',
        load: async ({ params }) => ({ name: params.name ?? '' }),
        page: async () => ({ default: ({ data }) => <h1>Hello {data.name}</h1> }),
      }),
    );
    render(remoteAt(remote, '/hello/Ann', fakeHost()).element);
    expect(await screen.findByRole('heading', { name: 'Hello Ann' })).toBeVisible();
  });

  it('redirects visitors without access to the login page, and back afterwards', async () => {
    const remote = remoteWith({ path: '/mine', title: 'Mine', access: 'signed-in', page });
    const { element, router } = remoteAt(remote, '/mine?tab=2', fakeHost());
    render(element);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe(paths.login());
    expect(router.state.location.search).toBe('?next=%2Fmine%3Ftab%3D2');
  });

  it('admits customers, and redirects them from pages for visitors', async () => {
    const remote = remoteWith(
      { path: '/mine', title: 'Mine', access: 'signed-in', page },
      { path: '/enter', title: 'Enter', access: 'signed-out', page },
    );
    const host = fakeHost({ session: { status: 'in' } });
    const { element, router } = remoteAt(remote, '/mine', host);
    render(element);
    expect(await screen.findByRole('heading', { name: 'A page' })).toBeVisible();
    await act(() => router.navigate('/enter'));
    expect(router.state.location.pathname).toBe('/');
  });

  it('lets a loader redirect, respond with 404 or fail', async () => {
    const remote = remoteWith(
      { path: '/old', title: 'Old', load: () => thrown(redirect('/new')), page },
      { path: '/gone', title: 'Gone', load: () => thrown(notFound()), page },
      { path: '/away', title: 'Away', load: ({ host }) => host.api(calls.listBooks, {}), page },
      { path: '/new', title: 'New', page },
    );
    const { element, router } = remoteAt(remote, '/old', fakeHost());
    render(element);
    await screen.findByRole('heading', { name: 'A page' });
    expect(router.state.location.pathname).toBe('/new');
    await act(() => router.navigate('/gone'));
    expect(router.state.errors).toMatchObject({ '/gone': { status: 404 } });
    await act(() => router.navigate('/away'));
    expect(router.state.errors?.['/away']).toBeInstanceOf(ApiError);
  });
});

describe('fakeHost', () => {
  it('answers calls of a fake host with prepared responses and records them', async () => {
    const host = fakeHost({ answers: [answer(calls.logout, () => ({ message: 'done' }))] });
    await expect(host.api(calls.logout, { body: {} })).resolves.toEqual({ message: 'done' });
    await expect(host.api(calls.listBooks, {})).rejects.toMatchObject({ id: 'network' });
    expect(host.sent.map(({ path }) => path)).toEqual(['/api/logout', '/api/books']);
  });
});
