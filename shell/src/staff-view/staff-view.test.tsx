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

  describe('in an open tab', () => {
    const UNTIL = '{"until":"2026-11-27T12:00:00.000Z"}';
    beforeEach(() => {
      document.cookie = 'isa-staff=1';
    });
    afterEach(() => {
      document.cookie = 'isa-staff=; Max-Age=0';
    });

    it('ends when the API says so, for example after the role was withdrawn', async () => {
      answer(UNTIL);
      const view = await readStaffView();
      answer(UNTIL);
      await view?.check();
      // The API cannot be reached.
      await view?.check();
      expect(view?.hasEnded()).toBe(false);
      answer('{"until":null}');
      await view?.check();
      expect(view?.hasEnded()).toBe(true);
    });

    it('ends with the marker, which expires with the session or goes when another tab ends it', async () => {
      answer(UNTIL);
      const view = await readStaffView();
      document.cookie = 'isa-staff=; Max-Age=0';
      expect(view?.hasEnded()).toBe(true);
    });
  });
});

describe('the bar', () => {
  function open(options: Partial<Parameters<typeof StaffBar>[0]> = {}) {
    const onChoose = jest.fn();
    const onEnd = jest.fn(async () => undefined);
    const { unmount } = render(
      <StaffBar
        end={() => new Date(Date.now() + 60_000)}
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
    return { bar, press, unmount, onChoose, onEnd: options.onEnd ?? onEnd };
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
    expect(bar.getByText('You have chosen shop 1.4.0 (previous).')).toBeVisible();
    expect(bar.getByText('You see shop 1.4.0 (previous).')).toBeVisible();
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

  it('names what was chosen apart from what is shown, which may be of another remote', () => {
    const { bar } = open({
      remotes: () => [
        shop,
        {
          name: 'learning',
          live: registered('learning', '2.0.0'),
          canary: { percent: 0, release: registered('learning', '2.1.0') },
        },
      ],
      chosen: ['shop@1.5.0'],
      shown: (name) => ({ version: name === 'shop' ? '1.5.0' : '2.1.0' }),
    });
    expect(bar.getByText('You have chosen shop 1.5.0 (live).')).toBeVisible();
    expect(bar.getByText('You see learning 2.1.0 (canary, staff only).')).toBeVisible();
  });

  it('offers and names a release once that is both canary and previous', () => {
    const { bar } = open({
      remotes: () => [{ ...shop, canary: { percent: 0, release: registered('shop', '1.4.0') } }],
      shown: () => ({ version: '1.4.0' }),
    });
    expect(bar.getByText('You see shop 1.4.0 (canary, staff only).')).toBeVisible();
    expect(bar.getAllByRole('option', { name: /1\.4\.0/, hidden: true })).toHaveLength(1);
  });

  it('says that it has ended but the tab still shows its releases, and loads the page again', async () => {
    const { bar, press, onChoose } = open({ end: () => undefined });
    expect(bar.getByText('has ended; this tab leaves it when it is loaded again.')).toBeVisible();
    expect(bar.getByText('You see shop 1.6.0 (canary, staff only).')).toBeVisible();
    expect(bar.queryByText('Choose releases')).not.toBeInTheDocument();
    expect(bar.queryByRole('button', { name: 'End staff view' })).not.toBeInTheDocument();
    await press('Load this page again');
    expect(onChoose).toHaveBeenCalledWith([]);
  });

  it('covers neither what has the focus nor the end of the page', () => {
    jest
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, innerHeight - 64, 800, 64));
    const room = () => [
      document.documentElement.style.scrollPaddingBottom,
      document.body.style.paddingBottom,
    ];
    const { unmount } = open();
    expect(room()).toEqual(['64px', '64px']);
    unmount();
    expect(room()).toEqual(['', '']);
  });
});
