import { lookForReleases } from './look-for-releases';

const MINUTE = 60_000;

function tab() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const look = jest.fn(async () => undefined);
  lookForReleases({ look, page: page as never, random: () => 0.5 });
  return {
    look,
    turn(visibilityState: DocumentVisibilityState) {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

describe('a tab looks for newer releases', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('every few minutes while it is visible', () => {
    const { look } = tab();
    jest.advanceTimersByTime(4 * MINUTE);
    expect(look).toHaveBeenCalledTimes(0);
    jest.advanceTimersByTime(2 * MINUTE);
    expect(look).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(5 * MINUTE);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('never while nobody sees it, and at once when somebody comes back after a while', () => {
    const { look, turn } = tab();
    turn('hidden');
    jest.advanceTimersByTime(60 * MINUTE);
    expect(look).toHaveBeenCalledTimes(0);
    turn('visible');
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('never more often than once a minute, whatever happens', () => {
    const { look, turn } = tab();
    turn('hidden');
    turn('visible');
    expect(look).toHaveBeenCalledTimes(0);
    jest.advanceTimersByTime(MINUTE);
    turn('visible');
    turn('hidden');
    turn('visible');
    expect(look).toHaveBeenCalledTimes(1);
  });
});
