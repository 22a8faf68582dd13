import { calls, type LessonProgress } from '@isa/api-contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../../remote';
import { failing, offered, permission, unreachable } from '../../../testing/answers';
import { failed, installFakeMedia, loaded, playedToEnd, playedTo } from '../../../testing/fake-media';
import { passTime } from '../../../testing/pass-time';
import { makeLesson, makeProgress, makeTicket, premium } from '../../../testing/fixtures';

/** A server whose ticket response can be changed. */
function server({ known = [] }: { readonly known?: readonly LessonProgress[] } = {}) {
  const state = { tickets: 0, ticket: () => makeTicket() };
  const saved: unknown[] = [];
  const answers: Answer[] = [
    offered,
    permission('granted'),
    answer(calls.readLesson, ({ params }) => ({
      lesson: makeLesson({ id: Number(params.lessonId) }),
      premium,
    })),
    answer(calls.createVideoTicket, () => {
      state.tickets += 1;
      return state.ticket();
    }),
    answer(calls.readProgress, () => ({ lessons: [...known] })),
    answer(calls.saveProgress, ({ params, body }) => {
      const { positionSeconds, watched = false } = body;
      const updatedAt = new Date().toISOString();
      const progress = { lessonId: Number(params.lessonId), positionSeconds, watched, updatedAt };
      saved.push({ lessonId: progress.lessonId, positionSeconds, watched });
      return { progress };
    }),
  ];
  return { answers, state, saved };
}

async function watch(answers: readonly Answer[], lessonId = 1007) {
  const host = fakeHost({ answers, session: { status: 'in', name: 'Sam Reed' } });
  const { element, router } = remoteAt(remote, `/isa-online-courses/${lessonId}`, host);
  const { container, unmount } = render(element);
  await waitFor(() => expect(container.querySelector('video')).not.toBeNull());
  const video = container.querySelector('video');
  if (!video) throw new Error('No video.');
  loaded(video, 600);
  return { host, router, video, unmount };
}

beforeEach(() => {
  localStorage.clear();
  installFakeMedia();
});

describe('the position in a lesson', () => {
  it('is not overwritten by opening and leaving the lesson', async () => {
    const { answers, saved } = server({ known: [makeProgress({ lessonId: 1007, positionSeconds: 300 })] });
    const { unmount } = await watch(answers);
    unmount();
    expect(saved).toEqual([]);
  });

  it('is resumed', async () => {
    const { answers } = server({ known: [makeProgress({ lessonId: 1007, positionSeconds: 300 })] });
    const { video } = await watch(answers);
    await waitFor(() => expect(video.currentTime).toBe(300));
    expect(screen.getByText('Resuming at 5:00')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(video.currentTime).toBe(0);
  });

  describe('that another device has changed', () => {
    const at = (positionSeconds: number, updatedAt: string) =>
      makeProgress({ lessonId: 1007, positionSeconds, updatedAt });
    const before = at(100, '2026-03-01T10:00:00Z');
    const now = at(400, '2026-03-01T11:00:00Z');

    /** Opens lesson 8, and lesson 7 after the other device has watched on. */
    async function openAfterwards(readProgress: Answer) {
      const { router } = await watch([readProgress, ...server().answers], 1008);
      passTime(10_000);
      await act(() => router.navigate('/isa-online-courses/1007'));
      await screen.findByLabelText(/part 7/);
      const video = document.querySelector('video');
      if (!video) throw new Error('No video.');
      loaded(video, 600);
      return { video };
    }

    it('is resumed by a tab that was open before', async () => {
      const responses = [[before], [now]];
      const { video } = await openAfterwards(
        answer(calls.readProgress, () => ({ lessons: responses.shift() ?? [] })),
      );
      await waitFor(() => expect(video.currentTime).toBe(400));
    });

    it.each(['slow', 'failed'])('is resumed at the place that is known after a %s response', async (kind) => {
      let reads = 0;
      const { video } = await openAfterwards(
        answer(calls.readProgress, () => {
          reads += 1;
          if (reads === 1) return { lessons: [before] };
          return kind === 'slow' ? new Promise(() => undefined) : unreachable();
        }),
      );
      await waitFor(() => expect(video.currentTime).toBe(100), { timeout: 3000 });
    });

    it.each([
      ['paused', 400],
      ['playing', 130],
    ])('is shown when the customer returns to a %s video: %i s', async (state, position) => {
      const responses = [[before], [now]];
      const readAgain = answer(calls.readProgress, () => ({ lessons: responses.shift() ?? [] }));
      const { video } = await watch([readAgain, ...server().answers]);
      await waitFor(() => expect(video.currentTime).toBe(100));
      if (state === 'playing') {
        await act(() => video.play());
        playedTo(video, 130);
      }
      passTime(10_000);
      act(() => void fireEvent(document, new Event('visibilitychange')));
      await waitFor(() => expect(responses).toEqual([]));
      await act(() => Promise.resolve());
      expect(video.currentTime).toBe(position);
    });
  });

  it('is 0 after the lesson was watched', async () => {
    const known = [makeProgress({ lessonId: 1007, positionSeconds: 598, watched: true })];
    const { video } = await watch(server({ known }).answers);
    expect(video.currentTime).toBe(0);
  });

  it('is sent on pause', async () => {
    const { answers, saved } = server();
    const { video } = await watch(answers);
    await act(() => video.play());
    playedTo(video, 42.7);
    act(() => video.pause());
    await waitFor(() =>
      expect(saved).toContainEqual({ lessonId: 1007, positionSeconds: 42, watched: false }),
    );
  });

  it('the position in a sample is neither resumed nor recorded', async () => {
    const { answers, state, saved } = server({ known: [makeProgress({ lessonId: 1007 })] });
    state.ticket = () => makeTicket({ sample: true });
    const { video, unmount } = await watch(answers);
    await act(() => video.play());
    playedTo(video, 42);
    act(() => video.pause());
    unmount();
    expect(video.currentTime).toBe(42);
    expect(screen.queryByText(/^Going on/)).toBeNull();
    expect(saved).toEqual([]);
    expect(localStorage.getItem('learning:unsent-progress:1007:1-0')).toBeNull();
  });

  it('is stored in the browser when it cannot be sent', async () => {
    const { answers } = server();
    const unavailable = answer(calls.saveProgress, unreachable);
    const { video } = await watch([unavailable, ...answers]);
    await act(() => video.play());
    playedTo(video, 42);
    act(() => video.pause());
    expect(localStorage.getItem('learning:unsent-progress:1007:1-0')).toContain('"positionSeconds":42');
  });
});

describe('the intent to play', () => {
  it('is used once: neither a copy of the entry nor Back starts the video', async () => {
    const { video, router } = await watch(server().answers);
    await userEvent.keyboard('n');
    const second = () => document.querySelector<HTMLVideoElement>('video') ?? video;
    await waitFor(() => expect(second()).not.toBe(video));
    const started = second();
    loaded(started, 600);
    await waitFor(() => expect(started.paused).toBe(false));

    await act(() => router.navigate('/isa-online-courses/1009'));
    await waitFor(() => expect(second()).not.toBe(started));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-online-courses/1008'));
    await waitFor(() => expect(second().getAttribute('aria-label')).toContain('part 8'));
    loaded(second(), 600);
    expect(second().paused).toBe(true);
  });
});

describe('the end of a lesson', () => {
  async function end(lessonId: number) {
    const backend = server();
    const page = await watch(backend.answers, lessonId);
    await act(() => page.video.play());
    jest.useFakeTimers();
    playedToEnd(page.video);
    return { ...page, ...backend };
  }

  afterEach(() => jest.useRealTimers());

  it('marks the lesson as watched', async () => {
    const { saved } = await end(1007);
    expect(saved).toContainEqual({ lessonId: 1007, positionSeconds: 600, watched: true });
  });

  it('opens the next lesson after a countdown', async () => {
    const { router } = await end(1007);
    expect(screen.getByText('Next lesson in 8 s')).toBeVisible();
    for (let second = 0; second < 8; second += 1) act(() => jest.advanceTimersByTime(1000));
    jest.useRealTimers();
    await waitFor(() => expect(router.state.location.pathname).toBe('/isa-online-courses/1008'));
  });

  it('does not open the next lesson after Stop', async () => {
    const { router } = await end(1007);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    for (let second = 0; second < 20; second += 1) act(() => jest.advanceTimersByTime(1000));
    expect(router.state.location.pathname).toBe('/isa-online-courses/1007');
    expect(screen.getByRole('button', { name: 'Play now' })).toBeVisible();
  });

  it('has no countdown on the last lesson', async () => {
    await end(1033);
    expect(screen.getByText('That was the last lesson')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Watch again' }));
    expect(screen.queryByText('That was the last lesson')).not.toBeInTheDocument();
  });
});

describe('a lost connection', () => {
  afterEach(() => jest.useRealTimers());

  it('is recovered at the same position and speed, playing', async () => {
    const { answers, state } = server();
    const { video } = await watch(answers);
    await act(() => video.play());
    playedTo(video, 120);
    await userEvent.keyboard('>');
    state.ticket = () => makeTicket({ url: '/api/video/1007.mp4?ticket=fresh' });
    failed(video);
    await waitFor(() => expect(video).toHaveAttribute('src', '/api/video/1007.mp4?ticket=fresh'));
    loaded(video, 600);
    expect(video.currentTime).toBe(120);
    expect(video.paused).toBe(false);
    // Opening a source resets the speed to this one.
    expect(video.defaultPlaybackRate).toBe(1.25);
    expect(screen.queryByText(/connection was lost/)).not.toBeInTheDocument();
  });

  it.each([2, 5, 7])(
    'is recovered at the same position, playing, after %i failures in a row',
    async (failures) => {
      jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
      const { video } = await watch(server().answers);
      await act(() => video.play());
      playedTo(video, 120);
      for (let failure = 1; failure <= failures; failure += 1) {
        failed(video);
        await act(() => jest.advanceTimersByTimeAsync(15_000));
        const retry = screen.queryByRole('button', { name: 'Try again' });
        if (retry) fireEvent.click(retry);
        await act(() => jest.advanceTimersByTimeAsync(0));
      }
      expect(video.load).toHaveBeenCalledTimes(failures);
      loaded(video, 600);
      expect(video.currentTime).toBe(120);
      expect(video.paused).toBe(false);
    },
  );

  it('is recovered at the position to which the customer was seeking', async () => {
    const { video } = await watch(server().answers);
    playedTo(video, 120);
    video.currentTime = 300;
    fireEvent(video, new Event('seeking'));
    failed(video);
    await waitFor(() => expect(video.readyState).toBe(0));
    loaded(video, 600);
    expect(video.currentTime).toBe(300);
    expect(video.paused).toBe(true);
  });

  it('shows a notice, and is recovered when the browser is online', async () => {
    const { answers, state } = server();
    const { video } = await watch(answers);
    playedTo(video, 120);
    state.ticket = unreachable;
    failed(video);
    expect(await screen.findByText(/connection was lost/)).toBeVisible();
    await waitFor(() => expect(state.tickets).toBe(2));
    state.ticket = () => makeTicket();
    fireEvent.online(window);
    await waitFor(() => expect(screen.queryByText(/connection was lost/)).not.toBeInTheDocument());
    loaded(video, 600);
    expect(video.currentTime).toBe(120);
  });

  it('shows the login link when the session has expired', async () => {
    const { answers, state } = server();
    const { video, host } = await watch(answers);
    state.ticket = failing('not-signed-in', 401);
    failed(video);
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
    expect(host.session.store.getState().status).toBe('out');
  });

  it('locks the lesson when access has ended', async () => {
    const { answers, state } = server();
    const { video } = await watch(answers);
    state.ticket = failing('no-access', 403);
    failed(video);
    expect(await screen.findByText('Purchase premium access to watch this course!')).toBeVisible();
  });
});

describe('a ticket', () => {
  afterEach(() => jest.useRealTimers());

  it('is renewed in time by a device whose clock is an hour slow', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const { answers, state } = server();
    state.ticket = () => makeTicket({ expiresAt: new Date(Date.now() + 75 * 60_000).toISOString() });
    await watch(answers);
    await act(() => jest.advanceTimersByTimeAsync(14 * 60_000));
    expect(state.tickets).toBeGreaterThanOrEqual(2);
  });

  it('is renewed before it expires without reloading the video', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    const { answers, state } = server();
    const { video } = await watch(answers);
    const load = jest.mocked(video.load);
    load.mockClear();
    await act(() => jest.advanceTimersByTimeAsync(14 * 60_000));
    expect(state.tickets).toBeGreaterThanOrEqual(2);
    expect(video).toHaveAttribute('src', '/api/video/1007.mp4?ticket=t');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('the controls', () => {
  it('fill an iPhone’s screen, where only videos can, and are no button where nothing can', async () => {
    const { video } = await watch(server().answers);
    expect(screen.queryByRole('button', { name: 'Full screen' })).not.toBeInTheDocument();
    const webkitEnterFullscreen = jest.fn();
    Object.assign(video, { webkitEnterFullscreen });
    playedTo(video, 1);
    await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
    expect(webkitEnterFullscreen).toHaveBeenCalledTimes(1);
  });

  it('stay in full screen with the next lesson', async () => {
    let filling: Element | null = null;
    Object.defineProperties(document, {
      fullscreenEnabled: { configurable: true, value: true },
      fullscreenElement: { configurable: true, get: () => (filling?.isConnected ? filling : null) },
    });
    const fill = async (element: Element) => {
      filling = element;
      fireEvent(document, new Event('fullscreenchange'));
    };
    Element.prototype.requestFullscreen = function (this: Element) {
      return fill(this);
    };
    const { video } = await watch(server().answers);
    await userEvent.keyboard('f');
    await userEvent.keyboard('n');
    await waitFor(() => expect(video.isConnected).toBe(false));
    expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeVisible();
    expect(document.fullscreenElement).toContainElement(document.querySelector('video'));
    Reflect.deleteProperty(document, 'fullscreenEnabled');
    Reflect.deleteProperty(document, 'fullscreenElement');
  });

  it('are the player’s own, and store the speed', async () => {
    const { video } = await watch(server().answers);
    expect(video).not.toHaveAttribute('controls');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5');
    expect(video.playbackRate).toBe(1.5);
    fireEvent(video, new Event('ratechange'));
    expect(localStorage.getItem('learning:player')).toContain('"speed":1.5');
    await userEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(video.paused).toBe(false);
  });

  it('return to the last audible volume, and never store silence as one', async () => {
    const { video } = await watch(server().answers);
    const slider = screen.getByRole('slider', { name: 'Volume' });
    const slide = (value: string) => {
      fireEvent.change(slider, { target: { value } });
      fireEvent(video, new Event('volumechange'));
    };
    slide('0.4');
    slide('0');
    expect(slider).toHaveValue('0');
    await userEvent.click(screen.getByRole('button', { name: 'Sound on' }));
    fireEvent(video, new Event('volumechange'));
    expect(video).toMatchObject({ muted: false, volume: 0.4 });
    expect(slider).toHaveValue('0.4');
    expect(screen.getByRole('button', { name: 'Sound off' })).toBeVisible();

    // An extension, or the browser's own controls.
    video.volume = 0;
    fireEvent(video, new Event('volumechange'));
    expect(video).toMatchObject({ muted: true, volume: 0.4 });
    expect(JSON.parse(localStorage.getItem('learning:player') ?? '')).toMatchObject({
      volume: 0.4,
      muted: true,
    });
  });

  it('show a speed that is not among the choices', async () => {
    const { video } = await watch(server().answers);
    const speed = () => screen.getByRole('combobox', { name: 'Speed' });
    for (const [rate, label] of [
      [1.1, '1.1×'],
      [3, '3×'],
      [0.333, '0.33×'],
      [1, '1×'],
    ] as const) {
      act(() => void (video.playbackRate = rate));
      fireEvent(video, new Event('ratechange'));
      expect(speed()).toHaveDisplayValue(label);
    }
  });

  it('have shortcuts with a help sheet that can be disabled', async () => {
    const { video } = await watch(server().answers);
    await userEvent.keyboard('5');
    expect(video.currentTime).toBe(300);
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Use these shortcuts' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('1');
    expect(video.currentTime).toBe(300);
  });
});
