import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { PromoVideo } from './promo-video';

const play = jest.fn<Promise<void>, []>();
const button = () => screen.queryByRole('button', { name: /^Play the film/ });
const video = () => screen.getByLabelText('The academy at a glance');

beforeEach(() => {
  play.mockResolvedValue(undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
});

describe('the promo film', () => {
  it('fetches and plays nothing before the play button is pressed', () => {
    render(<PromoVideo />);
    expect(video()).toHaveAttribute('preload', 'none');
    expect(video()).not.toHaveAttribute('autoplay');
    expect(play).not.toHaveBeenCalled();
  });

  it('plays on a click, shows the controls and focuses the video', async () => {
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    expect(play).toHaveBeenCalledTimes(1);
    expect(button()).not.toBeInTheDocument();
    expect(video()).toHaveAttribute('controls');
    expect(video()).toHaveFocus();
  });

  it('shows an error and the play button when it cannot be played', async () => {
    play.mockRejectedValue(new Error('unreachable'));
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    expect(await screen.findByText(/could not be played/)).toBeInTheDocument();
    expect(button()).toBeInTheDocument();
  });

  it('does not treat an immediate pause as a failure', async () => {
    play.mockRejectedValue(new DOMException('paused', 'AbortError'));
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    fireEvent.pause(video());
    expect(screen.queryByText(/could not be played/)).not.toBeInTheDocument();
  });

  it('has captions, and the browser’s own controls only without scripts', () => {
    const html = renderToString(<PromoVideo />);
    expect(html.match(/kind="captions"/g)).toHaveLength(2);
    expect(html).toMatch(/<noscript><video[^>]* controls/);
    expect(html.match(/ controls/g)).toHaveLength(1);
  });
});
