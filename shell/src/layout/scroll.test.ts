import { act, renderHook, waitFor } from '@testing-library/react';
import { useScroll } from './scroll';

const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  window.dispatchEvent(new Event('scroll'));
}

describe('the scroll position', () => {
  afterEach(() => scrollTo(0));

  it('is updated in the frame after a scroll event', async () => {
    const { result } = renderHook(() => useScroll(({ top }) => top > 50));
    expect(result.current).toBe(false);
    scrollTo(51);
    expect(result.current).toBe(false);
    await frame();
    expect(result.current).toBe(true);
  });

  it('is read when the browser restored it before the first render', async () => {
    Object.defineProperty(window, 'scrollY', { value: 400, configurable: true });
    const { result } = renderHook(() => useScroll(({ top }) => top));
    await waitFor(() => expect(result.current).toBe(400));
  });

  it('is not read again by a rerender', async () => {
    const height = jest.spyOn(document.documentElement, 'scrollHeight', 'get');
    const { rerender } = renderHook(() => useScroll(({ progress }) => progress));
    await waitFor(() => expect(height).toHaveBeenCalled());
    height.mockClear();
    rerender();
    rerender();
    expect(height).not.toHaveBeenCalled();
  });
});
