import { act, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { GlobalStyle } from '../foundation/global-style';
import { StickyAction } from './sticky-action';

let notify: (isIntersecting: boolean) => void;

beforeEach(() => {
  globalThis.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    constructor(callback: IntersectionObserverCallback) {
      notify = (isIntersecting) =>
        callback([{ isIntersecting } as unknown as IntersectionObserverEntry], this);
    }
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
    takeRecords = () => [];
  };
  window.matchMedia = jest.fn().mockReturnValue(Object.assign(new EventTarget(), { matches: true }));
});

const isMarked = () => document.documentElement.matches('[data-isa-action-bar]');
const room = () => getComputedStyle(document.body).paddingBottom;

describe('the sticky action', () => {
  function renderAction() {
    const inPage = createRef<HTMLParagraphElement>();
    return render(
      <>
        <GlobalStyle />
        <p ref={inPage}>Buy</p>
        <StickyAction inPage={inPage} label="Buy this book">
          <button type="button">Buy now</button>
        </StickyAction>
      </>,
    );
  }

  it('is shown, with space reserved below the page, while the action in the page is out of view', () => {
    renderAction();
    expect(screen.queryByText('Buy now')).not.toBeInTheDocument();
    expect(room()).not.toMatch(/4\.5rem/);
    act(() => notify(false));
    expect(screen.getByText('Buy now')).toBeVisible();
    expect(room()).toMatch(/4\.5rem/);
    act(() => notify(true));
    expect(screen.queryByText('Buy now')).not.toBeInTheDocument();
    expect(room()).not.toMatch(/4\.5rem/);
  });

  it('releases the reserved space when the page is left', () => {
    const { unmount } = renderAction();
    act(() => notify(false));
    expect(isMarked()).toBe(true);
    unmount();
    expect(isMarked()).toBe(false);
  });
});
