import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remotePage, renderShell } from '../testing/render-shell';

const bar = () => document.querySelector('header > div');
const heading = () => screen.getByRole('heading', { level: 1 });

async function scrollTo(top: number) {
  Object.assign(window, { scrollY: top });
  await act(async () => {
    fireEvent.scroll(window);
    await new Promise(requestAnimationFrame);
  });
}

afterEach(() => Object.assign(window, { scrollY: 0 }));

describe('an unknown path', () => {
  it('shows the specified error screen with links inside the layout', async () => {
    await renderShell('/no-such-page');
    const main = within(screen.getByRole('main'));
    expect(heading()).toHaveTextContent('Page not found');
    expect(main.getByRole('heading', { level: 2 })).toHaveTextContent('Unexpected Application Error!');
    expect(main.getByText('404 Not Found')).toBeVisible();
    expect(main.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  it('shows the message of other errors', async () => {
    const broken = remotePage('/broken', 'Broken', {
      load: async () => {
        throw new Error('The map is upside down.');
      },
    });
    await renderShell('/broken', { routes: [broken] });
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText('The map is upside down.')).toBeVisible();
  });
});

describe('header and footer', () => {
  it.each([
    ['/', 'home', 'light'],
    ['/isa-about-us', 'about', 'dark'],
    ['/contact', 'contact', 'dark'],
    ['/isa-books/all-books', 'default', 'dark'],
    ['/no-such-page', 'default', 'dark'],
  ])('the page %s has the %s header and the %s footer', async (address, header, footer) => {
    await renderShell(address);
    expect(bar()).toHaveAttribute('data-variant', header);
    expect(screen.getByRole('contentinfo')).toHaveAttribute('data-variant', footer);
  });

  it('show "Get in Touch" over the contact page without a second first heading', async () => {
    await renderShell('/contact');
    expect(within(screen.getByRole('banner')).getByText('Get in Touch')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('turn compact below 80 px and expand again at the top', async () => {
    await renderShell('/');
    await scrollTo(80);
    expect(bar()).toHaveAttribute('data-compact', 'false');
    await scrollTo(81);
    expect(bar()).toHaveAttribute('data-compact', 'true');
    await scrollTo(0);
    expect(bar()).toHaveAttribute('data-compact', 'false');
  });

  it('link all five legal pages', async () => {
    await renderShell('/');
    const legal = within(screen.getByRole('navigation', { name: 'Legal' }));
    expect(legal.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/terms-and-conditions',
      '/privacy-policy',
      '/cookie-policy',
      '/copyright-policy',
      '/disclaimer',
    ]);
  });
});

describe('a navigation', () => {
  it('moves the focus to the new page’s heading, but not on the first page', async () => {
    const { router } = await renderShell('/');
    expect(heading()).not.toHaveFocus();
    await act(() => router.navigate('/isa-books/all-books'));
    expect(heading()).toHaveFocus();
  });

  it('does not move the focus when only the query changes', async () => {
    const { router } = await renderShell('/');
    const logo = within(screen.getByRole('banner')).getByRole('link', { name: /home$/ });
    logo.focus();
    await act(() => router.navigate('/?sort=price'));
    expect(logo).toHaveFocus();
  });

  it('encloses the checkout: besides the logo only help leads away', async () => {
    const { router } = await renderShell('/');
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
    await act(() => router.navigate('/checkout'));
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    const links = within(screen.getByRole('banner')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/contact']);
    await act(() => router.navigate('/'));
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  });

  it('scrolls to the top, or to the anchor of the URL', async () => {
    const { router } = await renderShell('/');
    const scroll = jest.spyOn(window, 'scrollTo');
    await act(() => router.navigate('/contact'));
    expect(scroll).toHaveBeenCalledWith(0, 0);
    scroll.mockClear();
    const anchor = document.createElement('div');
    anchor.id = 'latest-courses';
    anchor.scrollIntoView = jest.fn();
    document.body.append(anchor);
    await act(() => router.navigate('/#latest-courses'));
    expect(scroll).not.toHaveBeenCalled();
    expect(anchor.scrollIntoView).toHaveBeenCalled();
    anchor.remove();
  });

  it('shows a progress bar only when it takes longer than 200 ms', async () => {
    let resolveLoad: () => void = () => undefined;
    const slow = remotePage('/slow', 'Slow page', {
      load: () => new Promise((resolve) => (resolveLoad = () => resolve(1))),
    });
    const { router } = await renderShell('/', { routes: [slow] });
    jest.useFakeTimers();
    act(() => void router.navigate('/slow'));
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(screen.queryByTestId('navigation-progress')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByTestId('navigation-progress')).toBeInTheDocument();
    resolveLoad();
    jest.useRealTimers();
    await waitFor(() => expect(heading()).toHaveTextContent('Slow page'));
    expect(screen.queryByTestId('navigation-progress')).not.toBeInTheDocument();
  });
});

describe('the button back to the top', () => {
  it('appears after 50 px, scrolls up and moves the focus to the heading', async () => {
    const { user } = await renderShell('/');
    Object.assign(window, { matchMedia: () => ({ matches: true }) });
    const button = screen.getByLabelText('Back to top');
    expect(button).not.toBeVisible();
    await scrollTo(51);
    expect(button).toBeVisible();
    const scroll = jest.spyOn(window, 'scrollTo');
    await user.click(button);
    expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
    expect(heading()).toHaveFocus();
  });
});

describe('the offline notice', () => {
  it('is visible until the connection is back', async () => {
    await renderShell('/');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(screen.getByText(/You are offline/)).toBeVisible();
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  });
});
