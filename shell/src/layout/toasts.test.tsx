import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toaster } from './toaster';
import { TOAST_MILLISECONDS, toasts } from './toasts';

function setUp() {
  jest.useFakeTimers();
  toasts.store.setState({ shown: [] });
  render(
    <>
      <button>Before</button>
      <Toaster />
    </>,
  );
  const show = (...args: Parameters<typeof toasts.show>) => act(() => toasts.show(...args));
  const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
  return { show, wait };
}

afterEach(() => jest.useRealTimers());

describe('a toast', () => {
  it('hides after five seconds and not before', () => {
    const { show, wait } = setUp();
    show({ text: 'Saved.' });
    wait(TOAST_MILLISECONDS - 1);
    expect(screen.getByText('Saved.')).toBeVisible();
    wait(1);
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('stays while the pointer is on it and then for the remaining time', () => {
    const { show, wait } = setUp();
    show({ text: 'Saved.' });
    wait(3000);
    fireEvent.pointerEnter(screen.getByRole('region'));
    wait(60_000);
    expect(screen.getByText('Saved.')).toBeVisible();
    fireEvent.pointerLeave(screen.getByRole('region'));
    wait(1999);
    expect(screen.getByText('Saved.')).toBeVisible();
    wait(1);
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
  });

  it('stays while the focus is inside', () => {
    const { show, wait } = setUp();
    show({ text: 'Saved.' });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    wait(60_000);
    expect(screen.getByText('Saved.')).toBeVisible();
  });

  it('is announced by a status region that existed before', () => {
    const { show } = setUp();
    const region = screen.getByRole('status');
    show({ text: 'Saved.' });
    expect(region).toHaveTextContent('Saved.');
  });

  it('receives the focus by F8, and Escape restores it', () => {
    const { show } = setUp();
    screen.getByText('Before').focus();
    show({ text: 'Saved.' });
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Dismiss' }), { key: 'Escape' });
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
    expect(screen.getByText('Before')).toHaveFocus();
  });

  it('disappears after its action', () => {
    const { show } = setUp();
    const run = jest.fn();
    show({ text: 'Removed.', action: { label: 'Undo', run } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(run).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Removed.')).not.toBeInTheDocument();
  });
});

describe('several toasts', () => {
  it('are limited to three; the oldest disappears', () => {
    const { show } = setUp();
    for (const text of ['one', 'two', 'three', 'four']) show({ text });
    expect(toasts.store.getState().shown.map(({ text }) => text)).toEqual(['two', 'three', 'four']);
  });

  it('do not repeat a visible text', () => {
    const { show } = setUp();
    show({ text: 'Oops' });
    show({ text: 'Oops' });
    expect(toasts.store.getState().shown).toHaveLength(1);
  });

  it('are timed separately', () => {
    const { show, wait } = setUp();
    show({ text: 'first' });
    wait(3000);
    show({ text: 'second' });
    wait(2000);
    expect(screen.queryByText('first')).not.toBeInTheDocument();
    expect(screen.getByText('second')).toBeVisible();
  });
});
