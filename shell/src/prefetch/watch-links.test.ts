import { DWELL_MILLISECONDS, watchLinks } from './watch-links';

const pointedAt = jest.fn();
const seen = jest.fn();

/** jsdom has no layout: what is in view is what the test says. */
let show: (link: Element) => void = () => undefined;
class View implements Pick<IntersectionObserver, 'observe' | 'unobserve'> {
  readonly watched = new Set<Element>();
  constructor(private readonly tell: IntersectionObserverCallback) {
    show = (target) => {
      if (!this.watched.has(target)) return;
      const entry = { isIntersecting: true, target } as Partial<IntersectionObserverEntry>;
      this.tell([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver);
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

describe('watching links', () => {
  beforeAll(() => {
    jest.useFakeTimers();
    Object.defineProperty(window, 'IntersectionObserver', { value: View, configurable: true });
    watchLinks(window, { pointedAt, seen });
  });
  beforeEach(() => {
    jest.clearAllMocks();
    document.body.innerHTML = '<a href="/isa-blog"><b>Blog</b></a><a href="/contact">Contact</a><p>Text</p>';
  });
  afterAll(() => void jest.useRealTimers());

  const blog = () => document.querySelector<HTMLElement>('a[href="/isa-blog"]') ?? document.body;
  const words = () => document.querySelector('b') ?? document.body;

  it('takes a mouse that stays for an intention', () => {
    pointer('pointerover', words());
    jest.advanceTimersByTime(DWELL_MILLISECONDS - 1);
    expect(pointedAt).not.toHaveBeenCalled();
    pointer('pointerover', blog());
    jest.advanceTimersByTime(1);
    expect(pointedAt).toHaveBeenCalledTimes(1);
    expect(pointedAt).toHaveBeenCalledWith(blog());
  });

  it('takes a mouse that crosses a link for none', () => {
    pointer('pointerover', words());
    jest.advanceTimersByTime(DWELL_MILLISECONDS - 1);
    pointer('pointerover', document.querySelector('p') ?? document.body);
    jest.advanceTimersByTime(1_000);
    expect(pointedAt).not.toHaveBeenCalled();
  });

  it('takes a touch and the focus for one at once', () => {
    pointer('pointerdown', words(), 'touch');
    expect(pointedAt).toHaveBeenCalledWith(blog());
    blog().focus();
    expect(pointedAt).toHaveBeenCalledTimes(2);
  });

  it('tells once of each link in view, also of those that come later', async () => {
    const later = document.createElement('a');
    later.href = '/login';
    await jest.advanceTimersByTimeAsync(10);
    show(later);
    expect(seen).not.toHaveBeenCalled();
    document.body.append(later);
    await jest.advanceTimersByTimeAsync(10);
    show(blog());
    show(later);
    show(later);
    expect(seen.mock.calls).toEqual([[blog()], [later]]);
  });
});
