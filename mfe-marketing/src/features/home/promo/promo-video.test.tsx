import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { PromoVideo } from './promo-video';

const play = jest.fn<Promise<void>, []>();
const pause = jest.fn();
const button = (name: RegExp) => screen.queryByRole('button', { name });
const video = () => screen.getByLabelText('The academy at a glance');

/** The media queries that match, and the observers of what is in view. */
let matching: string | undefined;
const observers: Observe[] = [];
type Observe = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]) => void;

function scroll(isIntersecting: boolean): void {
  for (const observe of observers) observe([{ isIntersecting }]);
}

class FakeObserver {
  constructor(private readonly callback: Observe) {}
  observe() {
    observers.push(this.callback);
  }
  disconnect() {
    observers.length = 0;
  }
}

beforeEach(() => {
  matching = undefined;
  observers.length = 0;
  Object.defineProperties(window, {
    matchMedia: { configurable: true, value: (query: string) => ({ matches: query === matching }) },
    IntersectionObserver: { configurable: true, value: FakeObserver },
  });
  Reflect.deleteProperty(navigator, 'connection');
  pause.mockReset();
  play.mockReset().mockImplementation(async () => {
    fireEvent.play(video());
  });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
});

describe('the promo film', () => {
  it('fetches and plays nothing before it is in view', () => {
    render(<PromoVideo />);
    expect(video()).toHaveAttribute('preload', 'none');
    expect(video()).not.toHaveAttribute('autoplay');
    act(() => scroll(false));
    expect(play).not.toHaveBeenCalled();
  });

  it('plays muted while it is in view, and pauses out of it', () => {
    render(<PromoVideo />);
    act(() => scroll(true));
    expect(video()).toHaveProperty('muted', true);
    expect(play).toHaveBeenCalledTimes(1);
    expect(button(/^Pause the film/)).toBeVisible();
    act(() => scroll(false));
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('stays paused once the visitor has paused it', async () => {
    render(<PromoVideo />);
    act(() => scroll(true));
    await userEvent.click(screen.getByRole('button', { name: /^Pause the film/ }));
    expect(pause).toHaveBeenCalledTimes(1);
    fireEvent.pause(video());
    act(() => scroll(true));
    expect(play).toHaveBeenCalledTimes(1);
    expect(button(/^Play the film/)).toHaveFocus();
  });

  it('does not start again after its end', () => {
    render(<PromoVideo />);
    act(() => scroll(true));
    fireEvent.ended(video());
    act(() => scroll(true));
    expect(play).toHaveBeenCalledTimes(1);
  });

  it.each(['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'])(
    'starts only on a click with %s',
    async (query) => {
      matching = query;
      render(<PromoVideo />);
      act(() => scroll(true));
      expect(play).not.toHaveBeenCalled();
      await userEvent.click(screen.getByRole('button', { name: /^Play the film/ }));
      expect(play).toHaveBeenCalledTimes(1);
    },
  );

  it('starts only on a click in browsers that save data', () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    render(<PromoVideo />);
    act(() => scroll(true));
    expect(play).not.toHaveBeenCalled();
  });

  it('keeps the map and its button without an error where the browser refuses to start by itself', async () => {
    play.mockReset().mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
    render(<PromoVideo />);
    await act(async () => scroll(true));
    expect(button(/^Play the film/)).toBeVisible();
    expect(screen.queryByText(/could not be played/)).not.toBeInTheDocument();
  });

  it('shows an error and the play button when it cannot be played', async () => {
    play.mockReset().mockRejectedValue(new Error('unreachable'));
    render(<PromoVideo />);
    await userEvent.click(screen.getByRole('button', { name: /^Play the film/ }));
    expect(await screen.findByText(/could not be played/)).toBeInTheDocument();
    expect(button(/^Play the film/)).toBeInTheDocument();
  });

  it('does not treat an immediate pause as a failure', async () => {
    play.mockReset().mockRejectedValue(new DOMException('paused', 'AbortError'));
    render(<PromoVideo />);
    await userEvent.click(screen.getByRole('button', { name: /^Play the film/ }));
    expect(screen.queryByText(/could not be played/)).not.toBeInTheDocument();
  });

  it('has captions, and the browser’s own controls only without scripts', () => {
    const html = renderToString(<PromoVideo />);
    expect(html.match(/kind="captions"/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript><video[^>]* controls/);
    expect(html.match(/ controls/g)).toHaveLength(1);
  });
});
