import { act, screen, waitFor } from '@testing-library/react';
import { freshBrowser, openCheckout, visitCheckout } from '../../testing/checkout';
import { settings } from '../../testing/shop-api';

freshBrowser();

describe('the payment script', () => {
  it('is named when it fails, and can be loaded again', async () => {
    const { paypal, user } = visitCheckout({ paypal: { script: 'fails' } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment buttons could not be loaded');
    expect(alert).toHaveTextContent(settings.sdkBaseUrl);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(paypal.requested).toHaveLength(2));
  });

  it('is named when it defines no buttons', async () => {
    visitCheckout({ paypal: { script: 'empty' } });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The payment buttons could not be shown');
    expect(alert).toHaveTextContent(settings.sdkBaseUrl);
  });

  it('is named when it never arrives', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    visitCheckout({ paypal: { script: 'hangs' } });
    await screen.findByText('Loading the payment buttons…');
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('The payment buttons are slow to load')).toBeVisible();
    expect(screen.getByText(settings.sdkBaseUrl)).toBeVisible();
  });

  it.each(['empty', 'filled'] as const)(
    'is named when rendering fails (container %s)',
    async (renderFails) => {
      jest.useFakeTimers({ advanceTimers: true });
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const { paypal } = visitCheckout({ paypal: { renderFails } });
      await waitFor(() => expect(paypal.props()).toHaveProperty('createOrder'));
      await act(() => jest.advanceTimersByTimeAsync(20_000));
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent('The payment buttons could not be shown');
      expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    },
  );

  it('shows a message when PayPal finds no eligible payment method', async () => {
    visitCheckout({ paypal: { eligible: false } });
    expect(await screen.findByText('PayPal offers no way to pay here')).toBeVisible();
  });

  it('is requested with pounds, pay later and venmo', async () => {
    const { paypal } = await openCheckout();
    const { searchParams } = new URL(paypal.requested[0] ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'client-id': settings.clientId,
      currency: 'GBP',
      intent: 'capture',
      components: 'buttons',
      'enable-funding': 'paylater,venmo',
    });
  });
});
