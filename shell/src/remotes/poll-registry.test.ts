import { pollRegistry } from './poll-registry';

const MINUTE = 60_000;

function tab() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const refresh = jest.fn(async () => undefined);
  pollRegistry({ refresh, page: page as never });
  return {
    refresh,
    show(visibilityState: DocumentVisibilityState) {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

describe('a tab', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => jest.useRealTimers());

  it('polls the registry every few minutes while it is visible', () => {
    const { refresh } = tab();
    jest.advanceTimersByTime(4 * MINUTE);
    expect(refresh).toHaveBeenCalledTimes(0);
    jest.advanceTimersByTime(2 * MINUTE);
    expect(refresh).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(5 * MINUTE);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('polls no registry while it is hidden, and one at once when it becomes visible after a while', () => {
    const { refresh, show } = tab();
    show('hidden');
    jest.advanceTimersByTime(60 * MINUTE);
    expect(refresh).toHaveBeenCalledTimes(0);
    show('visible');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('polls the registry at most once a minute', () => {
    const { refresh, show } = tab();
    show('hidden');
    show('visible');
    expect(refresh).toHaveBeenCalledTimes(0);
    jest.advanceTimersByTime(MINUTE);
    show('visible');
    show('hidden');
    show('visible');
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
