import { ApiError } from '@isa/contract';
import { calls } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { inlinedRegistry, REGISTRY_ELEMENT } from '../../../platform/formats/inlined-registry';
import { pageWith } from '../../testing/releases';
import { renderShell } from '../../testing/render-shell';

/** The registry of the page, which names the newsletter's provider. */
const registry = document.createElement('script');
registry.id = REGISTRY_ELEMENT;
registry.type = 'application/json';
const setPage = (values: object) => {
  registry.textContent = JSON.stringify({ ...inlinedRegistry(pageWith(1), () => false), ...values });
};
beforeEach(() => {
  setPage({});
  document.body.append(registry);
});
afterEach(() => registry.remove());

describe('the newsletter', () => {
  const form = () => screen.getByRole('form', { name: 'Newsletter' });
  const submit = async (user: { type: (to: Element, text: string) => Promise<void> }) => {
    await user.type(within(form()).getByLabelText(/Email/), 'ada@academy.test');
    await act(async () => void fireEvent.submit(form()));
  };

  it('retains the address and shows the reason when sending fails', async () => {
    const { user } = await renderShell('/', {
      answers: [
        answer(calls.newsletter, () => {
          throw new ApiError('too-many-requests', 'Wait.', { retryAfterSeconds: 120 });
        }),
      ],
    });
    await submit(user);
    expect(within(form()).getByRole('alert')).toHaveTextContent('Please try again in 2 minutes.');
    expect(within(form()).getByLabelText(/Email/)).toHaveValue('ada@academy.test');
  });

  it('is sent with its honeypot, which is hidden and not focusable', async () => {
    const { user, fake } = await renderShell('/', {
      answers: [answer(calls.newsletter, () => ({ message: 'ok' }))],
    });
    const honeypot = form().querySelector('[name=b_reference]');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot?.closest('[inert][aria-hidden=true]')).not.toBeNull();
    await submit(user);
    expect(within(form()).getByText('Nearly there')).toBeVisible();
    expect(fake.sent).toContainEqual({
      path: '/api/newsletter',
      input: { body: { EMAIL: 'ada@academy.test', b_reference: '' } },
    });
  });

  it('is sent to the provider in a new tab where the site has one', async () => {
    const { user, fake } = await renderShell('/');
    setPage({ newsletterUrl: 'https://lists.example/join' });
    await user.type(within(form()).getByLabelText(/Email/), 'ada@academy.test');
    // The browser continues with the submission.
    expect(fireEvent.submit(form())).toBe(true);
    expect(form()).toHaveAttribute('action', 'https://lists.example/join');
    expect(form()).toHaveAttribute('target', '_blank');
    expect(fake.sent).toEqual([]);
  });

  it('works as a plain form before hydration', async () => {
    await renderShell('/');
    expect(form()).toHaveAttribute('action', '/api/newsletter');
    expect(form()).toHaveAttribute('method', 'post');
  });
});

describe('the link of the newsletter’s email', () => {
  const confirm = async (user: { click: (target: Element) => Promise<void> }) =>
    user.click(await screen.findByRole('button', { name: 'Yes, subscribe me' }));

  it('shows an error when it is no longer valid', async () => {
    const { user } = await renderShell('/#newsletter=old', {
      answers: [
        answer(calls.confirmNewsletter, () => {
          throw new ApiError('link-expired', 'Too old.');
        }),
      ],
    });
    await confirm(user);
    expect(await screen.findByText('This newsletter link is no longer valid.')).toBeVisible();
  });

  it('can be pressed again after its answer was lost', async () => {
    let online = false;
    const { router, user } = await renderShell('/#newsletter=tok-en', {
      answers: [
        answer(calls.confirmNewsletter, () => {
          if (!online) throw new ApiError('network', 'x');
          return { message: 'ok' };
        }),
      ],
    });
    await confirm(user);
    expect(await screen.findByText(/could not be reached/)).toBeVisible();
    expect(router.state.location.hash).toBe('#newsletter=tok-en');
    online = true;
    await confirm(user);
    expect(await screen.findByText('Welcome! Your subscription is confirmed.')).toBeVisible();
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    await waitFor(() => expect(screen.queryByText('Yes, subscribe me')).not.toBeInTheDocument());
  });

  it('leads nobody back who has gone to another page meanwhile', async () => {
    let respond: () => void = () => undefined;
    const { router, user } = await renderShell('/#newsletter=tok-en', {
      answers: [
        answer(
          calls.confirmNewsletter,
          () => new Promise((resolve) => (respond = () => resolve({ message: 'ok' }))),
        ),
      ],
    });
    await confirm(user);
    await act(() => router.navigate('/isa-about-us?from=menu'));
    respond();
    expect(await screen.findByText('Welcome! Your subscription is confirmed.')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/isa-about-us', search: '?from=menu' });
  });

  it('confirms nothing before its button is pressed', async () => {
    const { fake, router, user } = await renderShell('/#newsletter=tok-en', {
      answers: [answer(calls.confirmNewsletter, () => ({ message: 'ok' }))],
    });
    await screen.findByRole('button', { name: 'Yes, subscribe me' });
    expect(fake.sent).toEqual([]);
    await confirm(user);
    expect(await screen.findByText('Welcome! Your subscription is confirmed.')).toBeVisible();
    expect(fake.sent).toEqual([{ path: '/api/newsletter/confirm', input: { body: { token: 'tok-en' } } }]);
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });
});
