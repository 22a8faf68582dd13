import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeIntersections } from '../../../testing/intersections';
import { startSlider } from './start-slider';
import { team } from '../../../testing/fixtures';
import { TeamSlider } from './team-slider';

jest.mock('./start-slider');

/** Replaces the part of Swiper that the page uses, because jsdom has no layout. */
function fakeSlider() {
  let onMoved = () => {};
  const moveTo = jest.fn((index: number) => {
    slider.activeIndex = Math.max(0, Math.min(index, team.length - 2));
    onMoved();
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
  jest.mocked(startSlider).mockImplementation((_elements, _reducedMotion, onMove) => {
    const swiper = slider as unknown as ReturnType<typeof startSlider>;
    onMoved = () => onMove(swiper);
    onMoved();
    return swiper;
  });
  return slider;
}

function renderSlider({ reducedMotion = false } = {}) {
  window.matchMedia = jest.fn().mockReturnValue({ matches: reducedMotion });
  const slider = fakeSlider();
  const intersect = fakeIntersections();
  const page = render(
    <>
      <h2 id="team">Meet the Training Team</h2>
      <TeamSlider team={team} />
    </>,
  );
  return { ...page, slider, setInView: (inView: boolean) => act(async () => intersect(inView)) };
}

/** The slider in the viewport. */
async function openSlider(options?: Parameters<typeof renderSlider>[0]) {
  const page = renderSlider(options);
  await page.setInView(true);
  return page;
}

const button = (name: RegExp | string) => screen.getByRole('button', { name });

describe('the team slider', () => {
  it('fetches the library once, when the slider is near the viewport', async () => {
    const { setInView } = renderSlider();
    expect(startSlider).not.toHaveBeenCalled();
    await setInView(true);
    expect(startSlider).toHaveBeenCalledTimes(1);
    await setInView(false);
    await setInView(true);
    expect(startSlider).toHaveBeenCalledTimes(1);
  });

  it('shows every member, the founder first, even if the library is unavailable', async () => {
    const { setInView } = renderSlider();
    jest.mocked(startSlider).mockImplementation(() => {
      throw new Error('offline');
    });
    await setInView(true);
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(team.map(({ name }) => name));
    expect(screen.getByText('CEO and founder')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Next/ })).not.toBeInTheDocument();
  });

  it('advances automatically, but not while hovered, focused or out of view', async () => {
    const { slider, setInView } = await openSlider();
    const { autoplay } = slider;
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
    await setInView(false);
    expect(autoplay.stop).toHaveBeenCalledTimes(1);
  });

  it('does not advance under reduced motion until it is started', async () => {
    const { slider } = await openSlider({ reducedMotion: true });
    expect(slider.autoplay.start).not.toHaveBeenCalled();
    expect(startSlider).toHaveBeenCalledWith(expect.anything(), true, expect.anything());
    const user = userEvent.setup();
    await user.click(button('Move through the team by itself'));
    await user.unhover(button('Stop moving through the team'));
    act(() => (document.activeElement as HTMLElement).blur());
    expect(slider.autoplay.start).toHaveBeenCalled();
  });

  it('moves by buttons, arrow keys and thumbs, and announces the cards in view', async () => {
    const { slider } = await openSlider({ reducedMotion: true });
    const user = userEvent.setup();
    await user.click(button('Next team member'));
    expect(screen.getByRole('status')).toHaveTextContent(
      'Showing Mobile surveillance, Foot surveillance: 2 to 3 of 5.',
    );

    act(() => screen.getByRole('group', { name: 'Team members' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(slider.activeIndex).toBe(2);
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(slider.activeIndex).toBe(0);

    await user.click(button(/^Show Protection/));
    expect(slider.slideTo).toHaveBeenLastCalledWith(4);
    expect(button(/^Show Protection/)).toHaveAttribute('aria-current', 'true');
    expect(button(/^Show The Colonel/)).not.toHaveAttribute('aria-current');
  });

  it('announces nothing while it advances automatically', async () => {
    await openSlider();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('destroys Swiper on unmount', async () => {
    const { slider, unmount } = await openSlider();
    unmount();
    expect(slider.destroy).toHaveBeenCalledTimes(1);
  });
});
