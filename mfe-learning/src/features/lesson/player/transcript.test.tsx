import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeMedia, loaded, playedTo } from '../../../testing/fake-media';
import { Transcript } from './transcript';
import type { Cue } from './use-cues';

const cues: readonly Cue[] = [
  { start: 0, end: 3, text: 'Nine operations in ten are decided before anyone starts an engine.' },
  { start: 3, end: 7, text: 'Instruction, reconnaissance, plan, briefing.' },
  { start: 9, end: 12, text: 'Miss one, and the street will remind you.' },
];

function renderTranscript() {
  installFakeMedia();
  const video = document.createElement('video');
  render(<Transcript video={video} cues={cues} />);
  loaded(video, 20);
  return video;
}

const lines = () => screen.queryAllByRole('button').map((line) => line.textContent);

describe('the transcript', () => {
  it('shows that no line was found', async () => {
    renderTranscript();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the transcript' }), 'helicopter');
    expect(lines()).toEqual([]);
    expect(screen.getByText('0 lines found')).toBeVisible();
  });

  it('finds text in any case and marks it', async () => {
    renderTranscript();
    await userEvent.type(screen.getByRole('searchbox'), 'STREET');
    expect(lines()).toEqual(['0:09Miss one, and the street will remind you.']);
    expect(screen.getByText('street').tagName).toBe('MARK');
    expect(screen.getByText('1 line found')).toBeVisible();
  });

  it('seeks to the time of a clicked line', async () => {
    const video = renderTranscript();
    await userEvent.click(screen.getByRole('button', { name: /Instruction/ }));
    expect(video.currentTime).toBe(3);
  });

  it('marks the current line, and the last spoken line during a silence', () => {
    const video = renderTranscript();
    playedTo(video, 8);
    expect(screen.getByRole('button', { current: true })).toHaveTextContent('Instruction');
    playedTo(video, 9.5);
    expect(screen.getByRole('button', { current: true })).toHaveTextContent('Miss one');
  });
});
