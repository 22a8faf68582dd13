import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeIntersections } from '../../../testing/intersections';
import { startSlider } from './start-slider';
import { team } from './team';
import { TeamSlider } from './team-slider';

jest.mock('./start-slider');

/** Swiper needs a layout, which jsdom has not: this stands for what the page uses of it. */
function fakeSlider() {
  let moved = () => {};
  const moveTo = jest.fn((index: number) => {
    slider.activeIndex = Math.max(0, Math.min(index, team.length - 2));
    moved();
  });
  interface Fake {
    activeIndex: number;
    readonly slidesPerViewDynamic: () => number;
    readonly autoplay: { readonly start: jest.Mock; readonly stop: jest.Mock };
    readonly slideTo: (index: number) => void;
    readonly slideNext: () => void;
    readonly slidePrev: () => void;
    readonly destroy: jest.Mock;
  }
  const slider: Fake = {
    activeIndex: 0,
    slidesPerViewDynamic: () => 2,
    autoplay: { start: jest.fn(), stop: jest.fn() },
    slideTo: moveTo,
    slideNext: () => slider.slideTo(slider.activeIndex + 1),
    slidePrev: () => slider.slideTo(slider.activeIndex - 1),
    destroy: jest.fn(),
  };
  jest.mocked(startSlider).mockImplementation((_elements, { onMove }) => {
    const swiper = slider as unknown as ReturnType<typeof startSlider>;
    moved = () => onMove(swiper);
    moved();
    return swiper;
  });
  return slider;
}

function motion(reduced: boolean) {
  window.matchMedia = jest.fn().mockReturnValue({ matches: reduced });
}

async function comeNear() {
  const see = fakeIntersections();
  const page = render(
    <>
      <h2 id="team">Meet the Training Team</h2>
      <TeamSlider members={team} labelledBy="team" />
    </>,
  );
  return { ...page, see: (near: boolean) => act(async () => see(near)) };
}

const button = (name: RegExp | string) => screen.getByRole('button', { name });

describe('the team slider', () => {
  it('fetches the library only when somebody comes near', async () => {
    motion(false);
    fakeSlider();
    const { see } = await comeNear();
    expect(startSlider).not.toHaveBeenCalled();
    await see(true);
    expect(startSlider).toHaveBeenCalledTimes(1);
    await see(false);
    await see(true);
    expect(startSlider).toHaveBeenCalledTimes(1);
  });

  it('shows every member, the founder first, even if the library cannot be had', async () => {
    motion(false);
    jest.mocked(startSlider).mockImplementation(() => {
      throw new Error('offline');
    });
    const { see } = await comeNear();
    await see(true);
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(team.map(({ name }) => name));
    expect(screen.getByText('CEO and founder')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Next/ })).not.toBeInTheDocument();
  });

  it('moves by itself, but not while somebody points at it, uses it or looks elsewhere', async () => {
    motion(false);
    const { autoplay } = fakeSlider();
    const { see } = await comeNear();
    await see(true);
    const user = userEvent.setup();
    await waitFor(() => expect(autoplay.start).toHaveBeenCalledTimes(1));

    await user.hover(screen.getByText('The Colonel'));
    expect(autoplay.stop).toHaveBeenCalled();
    await user.unhover(screen.getByText('The Colonel'));
    expect(autoplay.start).toHaveBeenCalledTimes(2);

    autoplay.stop.mockClear();
    await user.tab();
    expect(autoplay.stop).toHaveBeenCalledTimes(1);
    act(() => (document.activeElement as HTMLElement).blur());
    expect(autoplay.start).toHaveBeenCalledTimes(3);

    autoplay.stop.mockClear();
    await see(false);
    expect(autoplay.stop).toHaveBeenCalledTimes(1);
  });

  it('stays still under reduced motion until it is started', async () => {
    motion(true);
    const { autoplay } = fakeSlider();
    const { see } = await comeNear();
    await see(true);
    expect(autoplay.start).not.toHaveBeenCalled();
    expect(startSlider).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ calm: true }));
    const user = userEvent.setup();
    await user.click(button('Move through the team by itself'));
    await user.unhover(button('Stop moving through the team'));
    act(() => (document.activeElement as HTMLElement).blur());
    expect(autoplay.start).toHaveBeenCalled();
  });

  it('can be stepped by buttons, arrow keys and thumbs, and says what is in view', async () => {
    motion(true);
    const slider = fakeSlider();
    const { see } = await comeNear();
    await see(true);
    const user = userEvent.setup();
    await user.click(button('Next team member'));
    expect(screen.getByRole('status')).toHaveTextContent('Showing Relay, Harbour: 2 to 3 of 5.');

    act(() => screen.getByRole('group', { name: 'Team members' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(slider.activeIndex).toBe(2);
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(slider.activeIndex).toBe(0);

    await user.click(button(/^Show Lantern/));
    expect(slider.slideTo).toHaveBeenLastCalledWith(4);
    expect(button(/^Show Lantern/)).toHaveAttribute('aria-current', 'true');
    expect(button(/^Show The Colonel/)).not.toHaveAttribute('aria-current');
  });

  it('is silent while it moves by itself', async () => {
    motion(false);
    fakeSlider();
    const { see } = await comeNear();
    await see(true);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('takes Swiper down with the page', async () => {
    motion(false);
    const { destroy } = fakeSlider();
    const { see, unmount } = await comeNear();
    await see(true);
    unmount();
    expect(destroy).toHaveBeenCalledTimes(1);
  });
});
