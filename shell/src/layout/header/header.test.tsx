import { ApiError } from '@isa/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remotePage, renderShell } from '../../testing/render-shell';
import { showDialogs } from '../../testing/show-dialogs';

beforeAll(showDialogs);

const heading = () => screen.getByRole('heading', { level: 1 });

describe('the main menu', () => {
  const nav = () => within(within(screen.getByRole('banner')).getByRole('navigation', { name: 'Main' }));
  // The wide menu is hidden, because jsdom has no width; the panel's own visibility is still correct.
  const courses = () => nav().getByRole('button', { name: 'Training Courses', hidden: true });
  const panel = () => document.getElementById(courses().getAttribute('aria-controls') ?? '');

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

  it('opens its submenu on click, and Escape closes it and restores the focus', async () => {
    const { user } = await renderShell('/');
    const opener = courses();
    expect(panel()).toHaveStyle({ visibility: 'hidden' });
    opener.focus();
    await user.keyboard('{Enter}');
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    expect(panel()).toHaveStyle({ visibility: 'visible' });
    act(() => nav().getByRole('link', { name: 'All', hidden: true }).focus());
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    expect(panel()).toHaveStyle({ visibility: 'hidden' });
  });

  it('opens its submenu on hover, and a click then leaves it open', async () => {
    const { user } = await renderShell('/');
    const opener = courses();
    await user.hover(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(opener);
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes its submenu on a press elsewhere', async () => {
    const { user } = await renderShell('/');
    const opener = courses();
    await user.pointer([{ keys: '[TouchA]', target: opener }]);
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByRole('main'));
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes its submenu on navigation', async () => {
    const { user } = await renderShell('/');
    await user.click(courses());
    await user.click(nav().getByText('Surveillance'));
    await waitFor(() => expect(heading()).toHaveTextContent('Surveillance courses'));
    expect(courses()).toHaveAttribute('aria-expanded', 'false');
  });
});

describe('the user menu', () => {
  async function open(session: Parameters<typeof renderShell>[1]) {
    const shell = await renderShell('/', session);
    await shell.user.click(screen.getByRole('button', { name: 'Your account' }));
    return shell;
  }

  it.each(['unknown', 'checking'] as const)(
    'shows no account links while the session is %s',
    async (status) => {
      await open({ session: { status } });
      expect(screen.queryByText('Login')).not.toBeInTheDocument();
      expect(screen.queryByText('Log out')).not.toBeInTheDocument();
    },
  );

  it('contains Login and Register for a visitor', async () => {
    await open({});
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
    expect(screen.queryByText('Log out')).not.toBeInTheDocument();
  });

  it('contains My Online Courses and Log out for a customer', async () => {
    const { user, host } = await open({ session: { status: 'in', name: 'Ada Agent' } });
    expect(screen.getByRole('link', { name: 'My Online Courses' })).toHaveAttribute('href', '/my-courses');
    expect(screen.queryByText('Login')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(host.session.store.getState().status).toBe('out');
  });

  it('shows an error when logging out fails, and can be tried again', async () => {
    const { user } = await open({
      session: { status: 'in' },
      sessionCalls: { logOut: () => Promise.reject(new ApiError('network', 'No network.')) },
    });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Oops! Something went wrong.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
  });
});

describe('the basket link', () => {
  it('shows and announces the total quantity', async () => {
    const { host } = await renderShell('/', { items: [{ productId: 1, quantity: 2 }] });
    expect(screen.getByRole('link', { name: 'Cart, 2 items' })).toHaveAttribute('href', '/isa-basket');
    act(() => void host.basket.add(2));
    expect(screen.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
    expect(screen.getByText('3 items in your cart.')).toHaveAttribute('role', 'status');
  });

  it('is labelled as empty without items', async () => {
    await renderShell('/');
    expect(screen.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
  });
});

describe('the mobile menu', () => {
  it('shows, like the footer, the contact details that the operators have set', async () => {
    const contact = {
      legalName: 'Watch & Learn Ltd',
      email: 'desk@watch.example',
      phone: '+44 141 496 0123',
      address: '1 High Street, Glasgow G1 1AA, Scotland',
      hours: 'Tuesday to Saturday',
    };
    await renderShell('/contact', { contact });
    fireEvent.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
    for (const part of [
      await screen.findByRole('dialog'),
      screen.getByRole('contentinfo', { hidden: true }),
    ]) {
      const link = (name: string) => within(part).getByRole('link', { name, hidden: true });
      expect(link(contact.phone)).toHaveAttribute('href', 'tel:+441414960123');
      expect(link(contact.email)).toHaveAttribute('href', 'mailto:desk@watch.example');
    }
    const footer = screen.getByRole('contentinfo', { hidden: true });
    expect(within(footer).getByText(/^1 High Street\s+Glasgow G1 1AA\s+Scotland$/)).toBeInTheDocument();
    expect(within(footer).getByText('© Watch & Learn Ltd')).toBeInTheDocument();
  });

  it('contains the account, and closes on Escape and on navigation', async () => {
    const { user } = await renderShell('/');
    const opener = screen.getByRole('button', { name: 'Menu', hidden: true });
    fireEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(dialog).getByRole('link', { name: 'Login' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(opener);
    await user.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'Books' }));
    await waitFor(() => expect(heading()).toHaveTextContent('All books'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stays until the next page is there, but not longer than 200 ms', async () => {
    const late = remotePage('/isa-all-training-courses', 'All courses', {
      load: () => new Promise(() => undefined),
    });
    await renderShell('/', { routes: [late] });
    fireEvent.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Menu' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Training Courses' }));
    jest.useFakeTimers();
    fireEvent.click(within(dialog).getByRole('link', { name: 'All' }));
    await act(() => jest.advanceTimersByTimeAsync(199));
    expect(dialog).toHaveAttribute('open');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(dialog).not.toHaveAttribute('open');
    jest.useRealTimers();
    expect(heading()).toHaveTextContent('Home page');
  });
});
