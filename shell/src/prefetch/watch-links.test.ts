import { DWELL_MILLISECONDS, watchLinks } from './prefetch-links';

const onIntent = jest.fn();
const onLeave = jest.fn();
const onVisible = jest.fn();

/** Makes a link visible, because jsdom has no layout. */
let show: (link: Element) => void = () => undefined;
class FakeObserver implements Pick<IntersectionObserver, 'observe' | 'unobserve'> {
  readonly watched = new Set<Element>();
  constructor(private readonly callback: IntersectionObserverCallback) {
    show = (target) => {
      if (!this.watched.has(target)) return;
      const entry = { isIntersecting: true, target } as Partial<IntersectionObserverEntry>;
      this.callback([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    };
  }
  observe(target: Element) {
    this.watched.add(target);
  }
  unobserve(target: Element) {
    this.watched.delete(target);
  }
}

function pointer(type: string, target: Element, pointerType = 'mouse') {
  const event = new MouseEvent(type, { bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  target.dispatchEvent(event);
}

describe('watchLinks', () => {
  beforeAll(() => {
    jest.useFakeTimers();
    Object.defineProperty(window, 'IntersectionObserver', { value: FakeObserver, configurable: true });
    watchLinks({ onIntent, onLeave, onVisible });
  });
  beforeEach(() => {
    jest.clearAllMocks();
    document.body.innerHTML = '<a href="/isa-blog"><b>Blog</b></a><a href="/contact">Contact</a><p>Text</p>';
  });
  afterAll(() => void jest.useRealTimers());

  const blog = () => document.querySelector<HTMLElement>('a[href="/isa-blog"]') ?? document.body;
  const child = () => document.querySelector('b') ?? document.body;

  it('reports intent when a mouse stays on a link', () => {
    pointer('pointerover', child());
    jest.advanceTimersByTime(DWELL_MILLISECONDS - 1);
    expect(onIntent).not.toHaveBeenCalled();
    pointer('pointerover', blog());
    jest.advanceTimersByTime(1);
    expect(onIntent).toHaveBeenCalledTimes(1);
    expect(onIntent).toHaveBeenCalledWith(blog());
  });

  it('reports no intent when a mouse crosses a link', () => {
    pointer('pointerover', child());
    jest.advanceTimersByTime(DWELL_MILLISECONDS - 1);
    pointer('pointerover', document.querySelector('p') ?? document.body);
    jest.advanceTimersByTime(1_000);
    expect(onIntent).not.toHaveBeenCalled();
  });

  it('reports intent at once on touch and focus', () => {
    pointer('pointerdown', child(), 'touch');
    expect(onIntent).toHaveBeenCalledWith(blog());
    blog().focus();
    expect(onIntent).toHaveBeenCalledTimes(2);
  });

  it('reports each visible link once, including links added later', async () => {
    const later = document.createElement('a');
    later.href = '/login';
    await jest.advanceTimersByTimeAsync(10);
    show(later);
    expect(onVisible).not.toHaveBeenCalled();
    document.body.append(later);
    await jest.advanceTimersByTimeAsync(10);
    show(blog());
    show(later);
    show(later);
    expect(onVisible.mock.calls).toEqual([[blog()], [later]]);
  });

  it('notices that the mouse leaves the link, and that a touch becomes a scroll', () => {
    const [blog, text] = [document.querySelector('a'), document.querySelector('p')];
    if (!blog || !text) throw new Error('The test has no elements.');
    pointer('pointerover', blog);
    expect(onLeave).not.toHaveBeenCalled();
    pointer('pointerover', text);
    expect(onLeave).toHaveBeenCalledTimes(1);
    pointer('pointerdown', blog, 'touch');
    pointer('pointercancel', blog, 'touch');
    expect(onLeave).toHaveBeenCalledTimes(2);
  });
});
