import { calls, type CallOutput, PREMIUM_ID } from '@isa/api-contract';
import { ApiError, type SessionStatus } from '@isa/contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { failing, offered, permission, unreachable } from '../../testing/answers';
import { beingFilmed, catalogue, makeLesson, makeTicket, premium } from '../../testing/fixtures';

const lockText = 'Purchase premium access to watch this course!';
const lesson = makeLesson({ id: 1007 });

const catalogueAnswers = [offered, answer(calls.readLesson, () => ({ lesson, premium }))];
const ticket = answer(calls.createVideoTicket, () => makeTicket());

function open(
  answers: readonly Answer[],
  status: SessionStatus = 'in',
  address = '/isa-online-courses/1007',
) {
  const host = fakeHost({ answers: [...answers, ...catalogueAnswers], session: { status } });
  const { element, router } = remoteAt(remote, address, host);
  const { container } = render(element);
  return { host, router, video: () => container.querySelector('video') };
}

describe('the lesson page', () => {
  it.each(['1034', '1000', '7', 'abc', '1007.5'])('redirects the unknown id %s to the list', async (id) => {
    const { router } = open([], 'out', `/isa-online-courses/${id}`);
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.pathname).toBe('/isa-online-courses');
  });

  it('redirects to the list when the server responds with 404', async () => {
    const notFound = answer(calls.readLesson, failing('not-found', 404));
    const { router } = open([notFound], 'out');
    await screen.findByRole('heading', { name: 'Basic Covert Surveillance' });
    expect(router.state.location.pathname).toBe('/isa-online-courses');
  });

  it('has no summaries of other lessons in its data', async () => {
    const { router } = open([], 'out');
    await screen.findByRole('heading', { level: 1 });
    const data = JSON.stringify(router.state.loaderData);
    expect(data.split('"title":').length).toBeGreaterThan(2);
    expect(data.split('"summary":')).toHaveLength(2);
  });

  it.each(['unknown', 'checking'] as const)('shows no lock while the session is %s', async (status) => {
    const { host } = open([], status);
    expect(await screen.findByText('Checking your access')).toBeInTheDocument();
    expect(screen.queryByText(lockText)).not.toBeInTheDocument();
    expect(host.sent.map(({ path }) => path)).not.toContain(calls.getUserPermissions.path);
  });

  it('shows no lock while the permission is being checked', async () => {
    open([answer(calls.getUserPermissions, () => new Promise(() => undefined))]);
    expect(await screen.findByText('Checking your access')).toBeInTheDocument();
    expect(screen.queryByText(lockText)).not.toBeInTheDocument();
  });

  it('asks a visitor to register, with the price on the button, and disables the specified one', async () => {
    const { host } = open([], 'out');
    expect(await screen.findByText(lockText)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Unlock all courses' });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('You must be logged in to buy this course.');
    const links = screen.getAllByRole('link', { name: /^(Register|Log in)/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Register to unlock, £77', '/register?next=%2Fisa-online-courses%2F1007'],
      ['Log in', '/login?next=%2Fisa-online-courses%2F1007'],
    ]);
    expect(host.sent.map(({ path }) => path)).not.toContain(calls.getUserPermissions.path);
  });

  it('has no trailer button without a trailer', async () => {
    open([], 'out');
    expect(await screen.findByText(lockText)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Watch the trailer' })).not.toBeInTheDocument();
  });

  it.each(['not-found', 'unreadable'] as const)(
    'is hidden when the permission check answers 404 (%s)',
    async (id) => {
      const unknownUser = answer(calls.getUserPermissions, failing(id, 404));
      open([unknownUser]);
      expect(
        await screen.findByRole('heading', { level: 1, name: 'We could not find your account' }),
      ).toBeVisible();
      expect(screen.queryByText(lesson.title)).not.toBeInTheDocument();
      expect(screen.queryByText(lockText)).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'All Online Courses' })).toHaveAttribute(
        'href',
        '/isa-online-courses',
      );
    },
  );

  it('can retry a failed check, and shows no lock meanwhile', async () => {
    let unreachableServer = true;
    const failsFirst = permission(() => (unreachableServer ? unreachable() : 'granted'));
    const page = open([failsFirst, ticket]);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText(lockText)).not.toBeInTheDocument();
    unreachableServer = false;
    await userEvent.click(retry);
    await waitFor(() => expect(page.video()).not.toBeNull());
  });

  it('shows the login link when the session has expired', async () => {
    const expired = answer(calls.getUserPermissions, failing('not-signed-in', 401));
    const { host } = open([expired]);
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(host.session.store.getState().status).toBe('out');
  });

  it('checks the permission again for the next customer in the same tab', async () => {
    let message: CallOutput<'getUserPermissions'>['message'] = 'granted';
    const page = open([permission(() => message), ticket]);
    await waitFor(() => expect(page.video()).not.toBeNull());
    act(() => page.host.session.store.setState({ status: 'out' }));
    expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      `/login?next=${encodeURIComponent('/isa-online-courses/1007')}`,
    );
    // A customer who has paid is offered nothing.
    expect(screen.queryByText(lockText)).toBeNull();
    expect(screen.queryByText(/£/)).toBeNull();
    expect(page.video()).toBeNull();
    message = 'not granted';
    act(() => page.host.session.store.setState({ status: 'in' }));
    expect(await screen.findByRole('button', { name: 'Unlock all courses' })).toBeEnabled();
    expect(page.video()).toBeNull();
  });

  it('adds premium access to the basket of a customer without access, once', async () => {
    const { host, router } = open([permission('not granted')]);
    expect(await screen.findByText(lockText)).toBeVisible();
    expect(screen.getByText('£77')).toBeVisible();
    expect(screen.getByText('All 33 lessons can be watched today.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock all courses' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: PREMIUM_ID, quantity: 1 }]);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe('/isa-basket');
  });

  it('locks when the server denies the ticket', async () => {
    const refused = answer(calls.createVideoTicket, failing('no-access', 403));
    const page = open([permission('granted'), refused]);
    expect(await screen.findByText(lockText)).toBeVisible();
    expect(page.video()).toBeNull();
  });

  it('shows why the video cannot be opened, and can retry', async () => {
    let unreachableServer = true;
    const failsFirst = answer(calls.createVideoTicket, () => {
      if (unreachableServer)
        throw new ApiError('too-many-requests', 'Too many attempts. Please wait a moment.');
      return makeTicket();
    });
    const page = open([permission('granted'), failsFirst]);
    expect(await screen.findByText(/Too many attempts/)).toBeVisible();
    unreachableServer = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(page.video()).toHaveAttribute('src', '/api/video/1007.mp4?ticket=t'));
  });

  it('shows the trailer to visitors without access', async () => {
    const withTrailer = makeLesson({ id: 1007, trailerVideoSrc: '/api/trailers/1007.mp4' });
    open([answer(calls.readLesson, () => ({ lesson: withTrailer, premium }))], 'out');
    await userEvent.click(await screen.findByRole('button', { name: 'Watch the trailer' }));
    const video = screen.getByLabelText(`Trailer: ${withTrailer.title}`);
    expect(video).toHaveAttribute('src', '/api/trailers/1007.mp4');
    expect(video).toHaveAttribute('controlslist', 'nodownload');
    fireEvent.ended(video);
    expect(screen.getByText(lockText)).toBeVisible();
  });

  it('marks a lesson that is still being filmed, and plays its sample for all visitors', async () => {
    const planned = makeLesson(beingFilmed(1007));
    open([answer(calls.readLesson, () => ({ lesson: planned, premium }))], 'out');
    expect(await screen.findByText('This lesson is being filmed')).toBeVisible();
    expect(screen.getByText(lockText)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Watch the sample' }));
    expect(screen.getByLabelText(`Sample: ${planned.title}`)).toHaveAttribute(
      'src',
      '/api/trailers/1007.mp4',
    );
  });

  it('says once that it is being filmed where all lessons are', async () => {
    const lessons = catalogue.lessons.map((each) => ({ ...each, ...beingFilmed(each.id) }));
    const planned = makeLesson(beingFilmed(1007));
    open(
      [
        answer(calls.listLessons, () => ({ lessons, premium })),
        answer(calls.readLesson, () => ({ lesson: planned, premium })),
      ],
      'out',
    );
    expect(await screen.findByText(lockText)).toBeVisible();
    expect(screen.getByText(/we are filming now/)).toBeVisible();
    expect(screen.queryByText('This lesson is being filmed')).not.toBeInTheDocument();
  });

  it('plays with access, and restores the disabled download and picture-in-picture', async () => {
    const page = open([permission('granted'), ticket]);
    await waitFor(() => expect(page.video()).toHaveAttribute('src', '/api/video/1007.mp4?ticket=t'));
    const video = page.video();
    if (!video) throw new Error('No video.');
    expect(video).toHaveAttribute('controlslist', 'nodownload');
    expect(video).toHaveAttribute('disablepictureinpicture');

    video.removeAttribute('controlslist');
    video.removeAttribute('disablepictureinpicture');
    await waitFor(() => expect(video).toHaveAttribute('controlslist', 'nodownload'));
    expect(video).toHaveAttribute('disablepictureinpicture');

    const menu = createEvent.contextMenu(video);
    fireEvent(video, menu);
    expect(menu.defaultPrevented).toBe(true);
    expect(screen.queryByText(lockText)).not.toBeInTheDocument();
  });

  it('shows a notice for a sample clip only', async () => {
    let sample = false;
    const answers = [permission('granted'), answer(calls.createVideoTicket, () => makeTicket({ sample }))];
    const page = open(answers);
    await waitFor(() => expect(page.video()).not.toBeNull());
    expect(screen.queryByText(/sample clip/)).not.toBeInTheDocument();
    cleanup();
    sample = true;
    open(answers);
    expect(
      await screen.findByText(/This is a sample. The recording, about 9 min long, replaces it/),
    ).toBeVisible();
  });

  it('links to the previous and the next lesson', async () => {
    open([], 'out');
    const navigation = within(await screen.findByRole('navigation', { name: 'Previous and next lesson' }));
    expect(navigation.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/isa-online-courses/1006',
      '/isa-online-courses/1008',
    ]);
  });

  it('shows price and currency, lesson number and description', async () => {
    open([], 'out');
    expect(await screen.findByRole('heading', { level: 1, name: lesson.title })).toBeVisible();
    expect(screen.getByText('Listed at £24.99, sold only together')).toBeVisible();
    expect(screen.getByText(/Lesson 7 of 33/)).toBeVisible();
    expect(screen.getByText('Roles and call signs')).toBeVisible();
    expect(document.title).toBe(`${lesson.title} · International Surveillance Academy`);
  });
});
