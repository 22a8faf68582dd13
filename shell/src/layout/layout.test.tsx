import { ApiError } from '@isa/contract';
import { calls } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { page, renderShell } from '../testing/render-shell';
import { showDialogs } from '../testing/show-dialogs';

beforeAll(showDialogs);

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

describe('an unknown address', () => {
  it('shows the specified error screen inside the layout, with ways on', async () => {
    await renderShell('/no-such-page');
    const main = within(screen.getByRole('main'));
    expect(heading()).toHaveTextContent('Unexpected Application Error!');
    expect(main.getByText('404 Not Found')).toBeVisible();
    expect(main.getByRole('link', { name: 'Home page' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  it('shows the message of any other error', async () => {
    const broken = page('/broken', 'Broken', {
      load: async () => {
        throw new Error('The map is upside down.');
      },
    });
    await renderShell('/broken', { routes: [broken] });
    expect(heading()).toHaveTextContent('Unexpected Application Error!');
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
  ])('of %s are the %s header and the %s footer', async (address, header, footer) => {
    await renderShell(address);
    expect(bar()).toHaveAttribute('data-variant', header);
    expect(screen.getByRole('contentinfo')).toHaveAttribute('data-variant', footer);
  });

  it('show "Get in Touch" over the contact page without a second first heading', async () => {
    await renderShell('/contact');
    expect(within(screen.getByRole('banner')).getByText('Get in Touch')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('turn compact below 80 px and back', async () => {
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

describe('the main menu', () => {
  const nav = () => within(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' }));
  // jsdom has no width, so to it the wide menu is not displayed at all; its panel's own visibility still tells.
  const panel = () =>
    document.getElementById(nav().getByText('Training Courses').getAttribute('aria-controls') ?? '');

  it('lists the releases’ entries in their order', async () => {
    await renderShell('/');
    const labels = nav().getAllByRole('listitem', { hidden: true });
    expect(labels.map((item) => item.firstChild?.textContent)).toEqual(
      expect.arrayContaining(['Home', 'Training Courses', 'Books']),
    );
    expect(nav().getByText('Home').compareDocumentPosition(nav().getByText('Books'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('opens its submenu by click and closes it by Escape, with the focus back on the button', async () => {
    const { user } = await renderShell('/');
    const opener = nav().getByText('Training Courses');
    expect(panel()).toHaveStyle({ visibility: 'hidden' });
    opener.focus();
    await user.keyboard('{Enter}');
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(panel()).toHaveStyle({ visibility: 'visible' });
    act(() => nav().getByText('All').focus());
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    expect(panel()).toHaveStyle({ visibility: 'hidden' });
  });

  it('opens its submenu under a mouse, and a click then keeps it open', async () => {
    const { user } = await renderShell('/');
    const opener = nav().getByText('Training Courses');
    await user.hover(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes its submenu when the visitor presses elsewhere or tabs on', async () => {
    const { user } = await renderShell('/');
    const opener = nav().getByText('Training Courses');
    await user.pointer([{ keys: '[TouchA]', target: opener }]);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByRole('main'));
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('leads to a course list and closes', async () => {
    const { user } = await renderShell('/');
    await user.click(nav().getByText('Training Courses'));
    await user.click(nav().getByText('Surveillance'));
    await waitFor(() => expect(heading()).toHaveTextContent('Surveillance courses'));
    expect(nav().getByText('Training Courses')).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the user menu', () => {
  async function open(session: Parameters<typeof renderShell>[1]) {
    const shell = await renderShell('/', session);
    await shell.user.click(screen.getByRole('button', { name: 'Your account' }));
    return shell;
  }

  it.each(['unknown', 'checking'] as const)('decides nothing while the session is %s', async (status) => {
    await open({ session: { status } });
    expect(screen.queryByText('Login')).not.toBeInTheDocument();
    expect(screen.queryByText('Log out')).not.toBeInTheDocument();
  });

  it('offers Login and Register to a visitor', async () => {
    await open({});
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
    expect(screen.queryByText('Log out')).not.toBeInTheDocument();
  });

  it('offers Online Courses and Log out to a customer', async () => {
    const { user, host } = await open({ session: { status: 'in', name: 'Ada Agent' } });
    expect(screen.getByRole('link', { name: 'Online Courses' })).toHaveAttribute('href', '/my-courses');
    expect(screen.queryByText('Login')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(host.session.store.getState().status).toBe('out');
  });

  it('says so when logging out fails, and lets the customer try again', async () => {
    const { user } = await open({
      session: { status: 'in' },
      host: (host) => ({
        ...host,
        session: {
          ...host.session,
          logOut: async () => {
            throw new ApiError('network', 'No network.');
          },
        },
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
  });
});

describe('the cart', () => {
  it('shows and speaks the total quantity', async () => {
    const { host } = await renderShell('/', { items: [{ productId: 1, quantity: 2 }] });
    expect(screen.getByRole('link', { name: 'Basket, 2 items' })).toHaveAttribute('href', '/isa-basket');
    act(() => void host.basket.add(2));
    expect(screen.getByRole('link', { name: 'Basket, 3 items' })).toBeVisible();
    expect(screen.getByText('3 items in your basket.')).toHaveAttribute('role', 'status');
  });

  it('is called empty when it is', async () => {
    await renderShell('/');
    expect(screen.getByRole('link', { name: 'Basket, empty' })).toBeVisible();
  });
});

describe('the menu sheet', () => {
  it('opens, closes by Escape and by choosing, and holds the account', async () => {
    const { user } = await renderShell('/');
    const opener = screen.getByRole('button', { name: 'Menu', hidden: true });
    fireEvent.click(opener);
    const sheet = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(sheet).getByRole('link', { name: 'Login' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(opener);
    await user.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'Books' }));
    await waitFor(() => expect(heading()).toHaveTextContent('All books'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a navigation', () => {
  it('moves the focus to the new page’s heading, but leaves the first page alone', async () => {
    const { router } = await renderShell('/');
    expect(heading()).not.toHaveFocus();
    await act(() => router.navigate('/isa-books/all-books'));
    expect(heading()).toHaveFocus();
  });

  it('keeps the focus where it is when only the query changes', async () => {
    const { router } = await renderShell('/');
    const logo = within(screen.getByRole('banner')).getByRole('link', { name: /home$/ });
    logo.focus();
    await act(() => router.navigate('/?sort=price'));
    expect(logo).toHaveFocus();
  });

  it('scrolls to the top, but not when the address names a place in the page', async () => {
    const { router } = await renderShell('/');
    const scroll = jest.spyOn(window, 'scrollTo');
    await act(() => router.navigate('/contact'));
    expect(scroll).toHaveBeenCalledWith(0, 0);
    scroll.mockClear();
    const place = document.createElement('div');
    place.id = 'latest-courses';
    place.scrollIntoView = jest.fn();
    document.body.append(place);
    await act(() => router.navigate('/#latest-courses'));
    expect(scroll).not.toHaveBeenCalled();
    expect(place.scrollIntoView).toHaveBeenCalled();
    place.remove();
  });

  it('shows a bar only when the page takes longer than 200 ms', async () => {
    let arrive: () => void = () => undefined;
    const slow = page('/slow', 'Slow page', {
      load: () => new Promise((resolve) => (arrive = () => resolve(1))),
    });
    const { router } = await renderShell('/', { routes: [slow] });
    jest.useFakeTimers();
    act(() => void router.navigate('/slow'));
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(screen.queryByTestId('navigation-progress')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByTestId('navigation-progress')).toBeInTheDocument();
    arrive();
    jest.useRealTimers();
    await waitFor(() => expect(heading()).toHaveTextContent('Slow page'));
    expect(screen.queryByTestId('navigation-progress')).not.toBeInTheDocument();
  });
});

describe('the way back to the top', () => {
  it('appears after 50 px, scrolls up and puts the focus on the heading', async () => {
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

describe('without a network', () => {
  it('says so until the network is back', async () => {
    await renderShell('/');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(screen.getByText(/You are offline/)).toBeVisible();
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  });
});

describe('the newsletter', () => {
  const form = () => screen.getByRole('form', { name: 'Newsletter' });
  const submit = async (user: { type: (to: Element, text: string) => Promise<void> }) => {
    await user.type(within(form()).getByLabelText(/E-mail/), 'ada@academy.test');
    await act(async () => void fireEvent.submit(form()));
  };

  it('keeps the address and says why when it could not be sent', async () => {
    const { user } = await renderShell('/', {
      answers: [
        answer(calls.newsletter, () => {
          throw new ApiError('too-many-requests', 'Wait.', { retryAfterSeconds: 120 });
        }),
      ],
    });
    await submit(user);
    expect(within(form()).getByRole('alert')).toHaveTextContent('Please try again in 2 minutes.');
    expect(within(form()).getByLabelText(/E-mail/)).toHaveValue('ada@academy.test');
  });

  it('is sent with its honeypot, which nobody sees or reaches', async () => {
    const { user, fake } = await renderShell('/', {
      answers: [answer(calls.newsletter, () => ({ message: 'ok' }))],
    });
    const honeypot = form().querySelector('[name=b_name]');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot?.closest('[aria-hidden=true]')).not.toBeNull();
    await submit(user);
    expect(within(form()).getByText('Nearly there')).toBeVisible();
    expect(fake.sent).toContainEqual({
      path: '/api/newsletter',
      input: { body: { EMAIL: 'ada@academy.test', b_name: '' } },
    });
  });

  it('works as a plain form where scripts have not arrived', async () => {
    await renderShell('/');
    expect(form()).toHaveAttribute('action', '/api/newsletter');
    expect(form()).toHaveAttribute('method', 'post');
  });
});

describe('the link of the newsletter’s mail', () => {
  it('says when it is no longer valid', async () => {
    await renderShell('/#newsletter=old', {
      answers: [
        answer(calls.confirmNewsletter, () => {
          throw new ApiError('link-expired', 'Too old.');
        }),
      ],
    });
    expect(await screen.findByText('This newsletter link is no longer valid.')).toBeVisible();
  });

  it('confirms with a toast and takes the token out of the address', async () => {
    const { fake, router } = await renderShell('/#newsletter=tok-en', {
      answers: [answer(calls.confirmNewsletter, () => ({ message: 'ok' }))],
    });
    expect(await screen.findByText('Welcome. Your newsletter is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/newsletter/confirm', input: { body: { token: 'tok-en' } } }]);
    expect(router.state.location.hash).toBe('');
  });
});
