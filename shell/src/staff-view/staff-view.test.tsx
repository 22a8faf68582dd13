import { calls } from '@isa/api-contract';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PageRemote } from '../../platform/formats/registry';
import { registered } from '../testing/releases';
import { mayHaveStaffView } from '../session/session-marker';
import { StaffBar } from './staff-bar';
import { readStaffView } from './staff-view';

const shop: PageRemote = {
  name: 'shop',
  live: registered('shop', '1.5.0'),
  previous: registered('shop', '1.4.0'),
  canary: { percent: 0, release: registered('shop', '1.6.0') },
};

describe('readStaffView', () => {
  const fetchMock = jest.fn<Promise<Response>, [string]>();
  const answer = (body: string) => fetchMock.mockResolvedValueOnce(new Response(body));

  beforeEach(() => {
    sessionStorage.clear();
    fetchMock.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
    globalThis.fetch = fetchMock as unknown as typeof fetch;
  });

  it.each([
    ['isa-staff=1', true],
    ['isa-staff=', false],
    ['', false],
  ])('is called only in a browser with the marker (cookie %j)', (cookie, expected) => {
    document.cookie = 'isa-staff=; Max-Age=0';
    document.cookie = cookie;
    expect(mayHaveStaffView()).toBe(expected);
    document.cookie = 'isa-staff=; Max-Age=0';
  });

  it('believes the API, not the browser', async () => {
    sessionStorage.setItem('isa-shell:staff-choice', 'shop@1.4.0');
    answer('{"until":null}');
    await expect(readStaffView()).resolves.toBeUndefined();
    expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([calls.readStaffView.path]);
    await expect(readStaffView()).rejects.toThrow();
  });

  it.each([
    ['shop@1.4.0', ['shop@1.4.0']],
    ['shop@1.4.0 learning@2.0.0', ['shop@1.4.0', 'learning@2.0.0']],
    [undefined, []],
  ])('returns what the tab has chosen (%s)', async (stored, chosen) => {
    if (stored !== undefined) sessionStorage.setItem('isa-shell:staff-choice', stored);
    answer('{"until":"2026-11-27T12:00:00.000Z"}');
    expect((await readStaffView())?.chosen).toEqual(chosen);
  });
});

describe('the bar', () => {
  function open(options: Partial<Parameters<typeof StaffBar>[0]> = {}) {
    const onChoose = jest.fn();
    const onEnd = jest.fn(async () => undefined);
    render(
      <StaffBar
        until={new Date(Date.now() + 60_000)}
        chosen={[]}
        remotes={() => [shop]}
        shown={() => ({ version: '1.6.0' })}
        onChoose={onChoose}
        onEnd={onEnd}
        {...options}
      />,
    );
    const bar = within(screen.getByRole('complementary', { name: 'Staff view' }));
    const press = (name: string) => userEvent.click(bar.getByRole('button', { name }));
    return { bar, press, onChoose, onEnd: options.onEnd ?? onEnd };
  }

  it('names the releases that visitors do not see', () => {
    const { bar } = open();
    expect(bar.getByText('You see shop 1.6.0 (canary, staff only).')).toBeVisible();
    expect(bar.queryByRole('button', { name: 'Undo my choice' })).not.toBeInTheDocument();
  });

  it('says that the tab shows what visitors see, for example after the canary has failed', () => {
    expect(
      open({ shown: () => ({ version: '1.5.0' }) }).bar.getByText('You see the releases of visitors.'),
    ).toBeVisible();
  });

  it('offers the releases of the registry, and shows one only once it is sent', async () => {
    const { bar, onChoose } = open();
    const user = userEvent.setup();
    await user.click(bar.getByText('Choose releases'));
    const select = bar.getByRole('combobox', { name: 'shop' });
    expect(select).toHaveAccessibleDescription('This page shows 1.6.0.');
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'As released to staff',
      'shop 1.6.0 (canary, staff only)',
      'shop 1.5.0 (live)',
      'shop 1.4.0 (previous)',
    ]);
    await user.selectOptions(select, 'shop 1.4.0 (previous)');
    expect(onChoose).not.toHaveBeenCalled();
    await user.click(bar.getByRole('button', { name: 'Show these' }));
    expect(onChoose).toHaveBeenCalledWith(['shop@1.4.0']);
  });

  it('says plainly that a choice is active, and ends it with one button', async () => {
    const { bar, press, onChoose } = open({
      chosen: ['shop@1.4.0'],
      shown: () => ({ version: '1.4.0' }),
    });
    expect(bar.getByText('You have chosen to see shop 1.4.0 (previous).')).toBeVisible();
    await press('Undo my choice');
    expect(onChoose).toHaveBeenCalledWith([]);
  });

  it('has no active choice once the chosen release has left the registry', () => {
    const { bar } = open({ chosen: ['shop@1.3.0'], shown: () => ({ version: '1.5.0' }) });
    expect(bar.getByText('You see the releases of visitors.')).toBeVisible();
    expect(bar.queryByRole('button', { name: 'Undo my choice' })).not.toBeInTheDocument();
  });

  it('stays, with the reason, until the API has ended it', async () => {
    const onEnd = jest.fn().mockRejectedValueOnce(new Error('no connection')).mockResolvedValue(undefined);
    const { bar, press } = open({ onEnd });
    await press('End staff view');
    expect(await bar.findByRole('alert')).toHaveTextContent('could not be ended');
    await press('End staff view');
    await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(2));
  });

  it('says when it has ended', () => {
    const { bar } = open({ until: new Date(Date.now() - 60_000) });
    expect(bar.getByText('has ended; the next page is that of visitors.')).toBeVisible();
  });
});
