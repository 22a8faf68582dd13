import { BelowFirstScreen, definePage, PageHead, type PageProps, type RemoteRoute } from '@isa/contract';
import { HostProvider, pageRoute } from '@isa/contract/host';
import { useLocation, useParams } from '@isa/contract/router';
import { fakeHost } from '@isa/contract/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { speculativePage } from '../prefetch/speculative-page';
import { RoutedPage } from './routed-page';

const rendered = jest.fn<void, [string]>();
const effect = jest.fn<void, [string]>();

function Lesson({ data }: PageProps<{ readonly name: string }>) {
  const { pathname, key } = useLocation();
  const { lessonId } = useParams();
  rendered(`${pathname} ${lessonId}`);
  useEffect(() => effect(key === 'speculative' ? 'speculative' : 'visited'), [key]);
  if (lessonId === '13') throw new Error('Lesson 13 is broken.');
  return (
    <>
      <PageHead title={data.name} description="A lesson" path={pathname} />
      <h1>{data.name}</h1>
    </>
  );
}

const lessonModule = { default: Lesson };
const lesson = definePage({
  path: '/lessons/:lessonId',
  title: 'Lesson',
  load: async ({ params }) => ({ name: `Lesson ${params.lessonId}` }),
  page: async () => lessonModule,
});
const start = definePage({
  path: '/',
  title: 'Start',
  page: async () => ({ default: () => <h1>Start</h1> }),
});

const firstFrame = jest.fn<void, [string]>();

function Story() {
  useLayoutEffect(() => firstFrame(document.body.textContent), []);
  return (
    <>
      <h1>Story</h1>
      <BelowFirstScreen>
        <p id="rest">the rest</p>
      </BelowFirstScreen>
    </>
  );
}

const story = definePage({ path: '/story', title: 'Story', page: async () => ({ default: Story }) });

/** A router at `/`, and a function that renders the page of an address ahead. */
async function given() {
  const host = fakeHost();
  const route = (page: RemoteRoute) => {
    const routed = pageRoute({
      host,
      route: page,
      find: async () => page,
      errorElement: <h1>Failed</h1>,
    });
    const element = <RoutedPage route={routed} />;
    return { routed, child: { ...routed, Component: null, element, HydrateFallback: () => null } };
  };
  const lessons = route(lesson);
  const router = createMemoryRouter([
    { element: <Outlet />, children: [route(start).child, route(story).child, lessons.child] },
  ]);
  render(
    <HostProvider host={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  await screen.findByRole('heading', { name: 'Start' });
  async function renderSpeculatively(pathname: string) {
    const url = new URL(pathname, 'http://localhost');
    const content = await lessons.routed.prefetch({ url, params: { lessonId: pathname.split('/').at(-1) } });
    const page = await content?.();
    await act(async () => speculativePage.render(lessons.routed, pathname, page));
  }
  return { router, renderSpeculatively };
}

const place = () => document.querySelector('[data-isa-page="speculative"]');

describe('what lies below the first screen', () => {
  const visit = (router: Awaited<ReturnType<typeof given>>['router'], to: string) =>
    act(() => router.navigate(to));

  beforeEach(() => firstFrame.mockClear());

  it('follows the first screen after a link', async () => {
    const { router } = await given();
    await visit(router, '/story');
    expect(firstFrame.mock.calls).toEqual([['Story']]);
    expect(screen.getByText('the rest')).toBeInTheDocument();
  });

  it('is there at once when Back opens the page or a link names a place in it', async () => {
    const { router } = await given();
    await visit(router, '/story');
    await visit(router, '/');
    firstFrame.mockClear();
    await act(() => router.navigate(-1));
    await visit(router, '/');
    await visit(router, '/story#rest');
    expect(firstFrame.mock.calls).toEqual([['Storythe rest'], ['Storythe rest']]);
  });
});

describe('RoutedPage', () => {
  beforeEach(() => {
    jest.clearAllMocks();
    speculativePage.clear();
  });

  it('renders a speculative page at its own address, after the page, without effects and head', async () => {
    const { renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    expect(rendered).toHaveBeenLastCalledWith('/lessons/1 1');
    const [start, lesson] = screen.getAllByRole('heading', { hidden: true });
    expect(start).toHaveTextContent('Start');
    expect(start?.closest('[inert]')).toBeNull();
    expect(place()).toContainElement(lesson ?? null);
    expect(document.title).not.toContain('Lesson');
    expect(effect).not.toHaveBeenCalled();
  });

  it('shows what was rendered speculatively when its address is visited', async () => {
    const { router, renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    const heading = place()?.querySelector('h1');
    await act(() => router.navigate('/lessons/1'));
    expect(screen.getByRole('heading', { name: 'Lesson 1' })).toBe(heading);
    expect(heading).toBeVisible();
    expect(place()).toBeNull();
    expect(effect.mock.calls).toEqual([['visited']]);
    await waitFor(() => expect(document.title).toContain('Lesson 1'));
    expect(speculativePage.getState()).toBeUndefined();
  });

  it('lays a speculative page out before its visit', async () => {
    const layOut = jest.spyOn(Element.prototype, 'getBoundingClientRect');
    const { renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    await waitFor(() => expect(layOut.mock.contexts).toContain(place()?.firstElementChild));
    expect(place()?.querySelector('h1')).toBeVisible();
    layOut.mockRestore();
  });

  it.each([
    ['another address', '/lessons/2', undefined],
    ['a query', '/lessons/1?chapter=2', undefined],
    ['a state', '/lessons/1', { autoplay: true }],
  ])('renders a visit with %s anew', async (_, to, state) => {
    const { router, renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    const heading = place()?.querySelector('h1');
    await act(() => router.navigate(to, { state }));
    expect(screen.getByRole('heading', { name: /Lesson/ })).not.toBe(heading);
  });

  it('removes a speculative page that is not visited', async () => {
    const { renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    await act(async () => speculativePage.clear());
    expect(place()).toBeNull();
    expect(effect).not.toHaveBeenCalled();
  });

  it('keeps the page on display when the speculative page throws, and shows the failure to a visitor', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { router, renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/13');
    expect(screen.getByRole('heading', { name: 'Start' })).toBeVisible();
    await act(() => router.navigate('/lessons/13'));
    expect(screen.getByRole('heading', { name: 'Failed' })).toBeVisible();
    logged.mockRestore();
  });

  it('keeps a page whose own address changes', async () => {
    const { router, renderSpeculatively } = await given();
    await renderSpeculatively('/lessons/1');
    await act(() => router.navigate('/lessons/1'));
    const heading = screen.getByRole('heading', { name: 'Lesson 1' });
    await act(() => router.navigate('/lessons/2'));
    expect(screen.getByRole('heading', { name: 'Lesson 2' })).toBe(heading);
  });
});
