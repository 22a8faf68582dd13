import type { PayPalButtonsComponentOptions } from '@paypal/paypal-js';
import { act } from '@testing-library/react';
import { settings } from './shop-api';

export interface FakePayPalOptions {
  /** How the script behaves; `empty` loads without defining `Buttons`. */
  readonly script?: 'loads' | 'fails' | 'empty' | 'hangs';
  readonly eligible?: boolean;
  /** When `render()` rejects: before or after it has put something into its container. */
  readonly renderFails?: 'empty' | 'filled' | undefined;
}

/** Gives jsdom, which loads no scripts, PayPal's script and window. The test acts as the customer. */
export function fakePayPal({ script = 'loads', eligible = true, renderFails }: FakePayPalOptions = {}) {
  let props: PayPalButtonsComponentOptions = {};
  let enabled = true;
  const requested: string[] = [];
  const never = () => new Promise<never>(() => undefined);

  const Buttons = (given: PayPalButtonsComponentOptions) => ({
    isEligible: () => eligible,
    close: async () => undefined,
    render: async (container: HTMLElement) => {
      props = given;
      if (renderFails === 'empty') throw new Error('The buttons cannot be rendered.');
      container.append(Object.assign(document.createElement('button'), { textContent: 'Pay with PayPal' }));
      if (renderFails) throw new Error('The buttons cannot be rendered.');
      given.onInit?.(
        {},
        {
          enable: async () => void (enabled = true),
          disable: async () => void (enabled = false),
        },
      );
    },
  });

  const insert = Node.prototype.insertBefore.bind(document.head);
  jest.spyOn(document.head, 'insertBefore').mockImplementation((node, before) => {
    if (!(node instanceof HTMLScriptElement) || !node.src.startsWith(settings.sdkBaseUrl)) {
      return insert(node, before);
    }
    requested.push(node.src);
    queueMicrotask(() => {
      if (script === 'hangs') return;
      if (script !== 'fails') Object.assign(window, { paypal: script === 'empty' ? {} : { Buttons } });
      node.dispatchEvent(new Event(script === 'fails' ? 'error' : 'load'));
    });
    return node;
  });

  return {
    /** The properties of the rendered buttons. */
    props: () => props,
    enabled: () => enabled,
    /** The requested URLs of the script. */
    requested,
    /** Clicks the PayPal button. @returns the provider's order id, or `undefined` after a failure. */
    click: () =>
      act(async () => {
        try {
          return await props.createOrder?.({ paymentSource: 'paypal' }, { order: { create: never } });
        } catch (error) {
          props.onError?.({ message: String(error) });
          return undefined;
        }
      }),
    approve: (orderID: string) =>
      act(async () => {
        await props.onApprove?.({ orderID }, { redirect: () => undefined, restart: () => undefined });
      }),
    cancel: () =>
      act(async () => {
        props.onCancel?.({}, { redirect: () => undefined });
      }),
    fail: () =>
      act(async () => {
        props.onError?.({ message: 'Detected popup close' });
      }),
  };
}

/** Removes the script's global. */
export function removePayPal(): void {
  Reflect.deleteProperty(window, 'paypal');
}
