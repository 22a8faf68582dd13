import { calls } from '@isa/api-contract';
import type { SessionStatus } from '@isa/contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { failing, offered, unreachable } from '../../testing/answers';
import { passTime } from '../../testing/pass-time';
import { beingFilmed, catalogue, makeProgress, premium } from '../../testing/fixtures';

function open(answers: readonly Answer[], status: SessionStatus = 'in') {
  const host = fakeHost({ answers: [offered, ...answers], session: { status } });
  const { element, router } = remoteAt(remote, '/my-courses', host);
  render(element);
  return { host, router };
}

function address({ router }: ReturnType<typeof open>): string {
  return router.state.location.pathname + router.state.location.search;
}

describe('the my-courses page', () => {
  it('redirects a visitor to the login page with the way back', async () => {
    const page = open([], 'out');
    await screen.findByTestId('elsewhere');
    expect(address(page)).toBe('/login?next=%2Fmy-courses');
  });

  it('redirects to the login page when the stored session has expired', async () => {
    const page = open([], 'checking');
    await screen.findByRole('heading', { name: 'My Online Courses' });
    expect(page.host.sent.map(({ path }) => path)).not.toContain(calls.coursesByUser.path);
    act(() => page.host.session.store.setState({ status: 'out' }));
    await screen.findByTestId('elsewhere');
    expect(address(page)).toBe('/login?next=%2Fmy-courses');
  });

  it('signs out a customer whose session has expired', async () => {
    const page = open([answer(calls.coursesByUser, failing('not-signed-in', 401))]);
    await screen.findByTestId('elsewhere');
    expect(address(page)).toBe('/login?next=%2Fmy-courses');
    expect(page.host.shown).toEqual([]);
  });

  it('shows an error and can retry', async () => {
    let offline = true;
    const failsFirst = answer(calls.coursesByUser, () => {
      if (offline) unreachable();
      return { courses: [{ course_id: 1002 }] };
    });
    const { host } = open([failsFirst]);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(host.shown).toEqual([{ tone: 'error', text: 'Oops! Something went wrong.' }]);
    offline = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('link', { name: 'Start the course' })).toBeVisible();
    expect(host.shown).toHaveLength(1);
  });

  it('links to the online courses when nothing was purchased', async () => {
    open([answer(calls.coursesByUser, () => ({ courses: [] }))]);
    expect(await screen.findByText("You don't have any online courses purchased")).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all online courses' })).toHaveAttribute(
      'href',
      '/isa-online-courses',
    );
  });

  it('lists the purchased lessons in the order of the course, with the first 100 characters of each', async () => {
    const summary = 'x'.repeat(99) + 'yz';
    const lessons = catalogue.lessons.map((lesson) => ({ ...lesson, summary }));
    const host = fakeHost({
      session: { status: 'in' },
      answers: [
        answer(calls.listLessons, () => ({ ...catalogue, lessons })),
        answer(calls.coursesByUser, () => ({
          courses: [{ course_id: 1020 }, { course_id: 1003 }, { course_id: 4711 }],
        })),
      ],
    });
    render(remoteAt(remote, '/my-courses', host).element);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/isa-online-courses/1003',
      '/isa-online-courses/1020',
    ]);
    expect(screen.getAllByText(`${'x'.repeat(99)}y...`)).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('My Online Courses');
  });

  it('says once that all lessons are being filmed, and has nothing to continue with', async () => {
    const lessons = catalogue.lessons.map((lesson) => ({ ...lesson, ...beingFilmed(lesson.id) }));
    const host = fakeHost({
      session: { status: 'in' },
      answers: [
        answer(calls.listLessons, () => ({ lessons, premium: { ...premium, preOrder: true } })),
        answer(calls.coursesByUser, () => ({ courses: [{ course_id: 1001 }, { course_id: 1002 }] })),
      ],
    });
    render(remoteAt(remote, '/my-courses', host).element);
    expect(
      await screen.findByText('All lessons are yours. Each opens here as soon as it is filmed.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Watch a sample' })).toHaveAttribute(
      'href',
      '/isa-online-courses/1001',
    );
    expect(screen.queryByText(/being filmed/i)).not.toBeInTheDocument();
    expect(screen.getAllByText('about 7 min')).toHaveLength(2);
    expect(screen.queryByRole('region', { name: 'Continue' })).not.toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: '0 of 2 lessons filmed' })).toHaveAttribute('value', '0');
  });

  it('links to the lesson to resume, and ticks watched lessons', async () => {
    const known = [
      makeProgress({ lessonId: 1001, watched: true }),
      makeProgress({ lessonId: 1002, positionSeconds: 95, updatedAt: '2026-03-02T10:00:00Z' }),
    ];
    open([
      answer(calls.coursesByUser, () => ({ courses: [1001, 1002, 1003].map((id) => ({ course_id: id })) })),
      answer(calls.readProgress, () => ({ lessons: known })),
    ]);
    const card = await screen.findByRole('region', { name: 'Continue' });
    expect(card).toHaveTextContent('At 1:35, 6 min left');
    expect(within(card).getByRole('link', { name: 'Continue with lesson 2' })).toHaveAttribute(
      'href',
      '/isa-online-courses/1002',
    );
    expect(screen.getByRole('progressbar', { name: '1 of 3 lessons watched' })).toHaveAttribute('value', '1');
    expect(screen.getAllByRole('img', { name: 'Watched' })).toHaveLength(1);
  });

  it('continues where another device has watched on, when the page opens and when the tab is shown again', async () => {
    let positionSeconds = 95;
    let updatedAt = '2026-03-02T10:00:00Z';
    const watchOn = (seconds: number) => {
      passTime(10_000);
      positionSeconds = seconds;
      updatedAt = new Date(Date.parse(updatedAt) + 60_000).toISOString();
    };
    const { router } = open([
      answer(calls.coursesByUser, () => ({ courses: [{ course_id: 1002 }] })),
      answer(calls.readProgress, () => ({
        lessons: [makeProgress({ lessonId: 1002, positionSeconds, updatedAt })],
      })),
    ]);
    const card = () => screen.findByRole('region', { name: 'Continue' });
    expect(await card()).toHaveTextContent('At 1:35');
    await act(() => router.navigate('/isa-online-courses'));
    watchOn(155);
    await act(() => router.navigate('/my-courses'));
    expect(await card()).toHaveTextContent('At 2:35');
    watchOn(215);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(async () => expect(await card()).toHaveTextContent('At 3:35'));
  });
});
