import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { PromoVideo } from './promo-video';

const playing = jest.fn<Promise<void>, []>();
const button = () => screen.queryByRole('button', { name: /^Play the film/ });
const video = () => screen.getByLabelText('The academy at a glance');

beforeEach(() => {
  playing.mockResolvedValue(undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(playing);
});

describe('the promo film', () => {
  it('fetches nothing and plays nothing before it is asked to', () => {
    render(<PromoVideo />);
    expect(video()).toHaveAttribute('preload', 'none');
    expect(video()).not.toHaveAttribute('autoplay');
    expect(playing).not.toHaveBeenCalled();
  });

  it('plays when asked, hands over the controls and takes the focus along', async () => {
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    expect(playing).toHaveBeenCalledTimes(1);
    expect(button()).not.toBeInTheDocument();
    expect(video()).toHaveAttribute('controls');
    expect(video()).toHaveFocus();
  });

  it('says so when it cannot be played, and offers to try again', async () => {
    playing.mockRejectedValue(new Error('unreachable'));
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    expect(await screen.findByText(/could not be played/)).toBeInTheDocument();
    expect(button()).toBeInTheDocument();
  });

  it('does not take an early pause for a failure', async () => {
    playing.mockRejectedValue(new DOMException('paused', 'AbortError'));
    render(<PromoVideo />);
    await userEvent.click(button() ?? document.body);
    fireEvent.pause(video());
    expect(screen.queryByText(/could not be played/)).not.toBeInTheDocument();
  });

  it('has captions, and the browser’s own controls where no script runs', () => {
    const html = renderToString(<PromoVideo />);
    expect(html).toContain('kind="captions"');
    expect(html).toMatch(/<video[^>]* controls/);
    expect(html).not.toContain('Play the film');
  });
});
