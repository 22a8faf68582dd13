/* global window, document, CSSStyleSheet, setInterval, clearInterval, location, URLSearchParams */
/**
 * Replaces PayPal's classic JavaScript SDK: `window.paypal` with the buttons component. The server appends the call
 * with the configuration. A second load has no effect.
 */
(function install(configuration) {
  if (window.paypal && window.paypal.sandbox === true) return;

  const VERSION = '5.0.0-sandbox';
  const LABELS = {
    paypal: 'PayPal',
    paylater: 'Pay Later',
    venmo: 'Venmo',
    card: 'Debit or Credit Card',
  };
  const SOURCES = Object.keys(LABELS);
  const STYLES = `
    :host { display: block; font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
    .stack { display: grid; gap: 12px; }
    button { font: inherit; cursor: pointer; }
    .pay { box-sizing: border-box; width: 100%; min-height: 48px; padding: 0 16px; border: 1px solid transparent;
      border-radius: 5px; font-size: 17px; font-weight: 600; letter-spacing: -0.01em;
      transition: filter 150ms ease-out; }
    .pay:hover { filter: brightness(0.96); }
    .pay:focus-visible, .show:focus-visible, .cancel:focus-visible { outline: 3px solid #2b6cb0; outline-offset: 2px; }
    .pay[aria-disabled='true'] { cursor: not-allowed; filter: none; }
    /* The page fades disabled buttons, which would leave the note without contrast. */
    .stack:has([aria-disabled='true']) .note { visibility: hidden; }
    .paypal { background: #ffc439; color: #0d1f4d; font-style: italic; font-weight: 800; }
    .paylater { background: #ffe4a3; color: #0d1f4d; }
    .venmo { background: #0074de; color: #fff; }
    .card { background: #23282f; color: #fff; }
    .note { margin: 0; color: #5b6473; font-size: 13px; text-align: center; }
    .overlay { position: fixed; inset: 0; z-index: 2147483000; display: grid; place-content: end center; padding: 16px 16px 8vh;
      background: rgb(13 20 32 / 0.45); }
    .sheet { display: grid; gap: 16px; padding: 28px; border-radius: 6px; background: #0d1420; color: #fff; text-align: center; }
    .sheet p { margin: 0; max-width: 34ch; font-size: 18px; line-height: 1.5; }
    .show, .cancel { min-height: 44px; padding: 0 20px; border-radius: 5px; font-size: 16px; }
    .show { border: 0; background: #e0b457; color: #0d1420; font-weight: 600; }
    .cancel { border: 1px solid #9fb0c8; background: transparent; color: #fff; }
    @media (prefers-reduced-motion: reduce) { .pay { transition: none; } }
  `;

  /** Opens the buyer's page in a centred window; phones open a tab. */
  function openWindow(address) {
    const width = Math.min(480, window.outerWidth || 480);
    const height = Math.min(760, window.outerHeight || 760);
    const left = Math.max(0, (window.screenX || 0) + ((window.outerWidth || width) - width) / 2);
    const top = Math.max(0, (window.screenY || 0) + ((window.outerHeight || height) - height) / 2);
    return window.open(
      address,
      `paypal_sandbox_${Date.now()}`,
      `width=${width},height=${height},left=${left},top=${top},resizable=yes,scrollbars=yes`,
    );
  }

  function addressOf(orderID, source) {
    const query = new URLSearchParams({ token: orderID, fundingSource: source, origin: location.origin });
    return `${configuration.origin}/checkoutnow?${query}`;
  }

  function element(name, properties, ...children) {
    const created = Object.assign(document.createElement(name), properties);
    created.append(...children);
    return created;
  }

  /**
   * Waits for the buyer's decision in the window. Accepts only messages from the sandbox's origin, sent by this window
   * about this order; closing the window cancels the payment.
   */
  function awaitDecision(state, root, orderID, source) {
    return new Promise((resolve) => {
      const overlay = element(
        'div',
        { className: 'overlay', role: 'dialog', ariaModal: 'true', ariaLabel: 'Payment window' },
        element(
          'div',
          { className: 'sheet' },
          element('p', {
            textContent: 'Please finish your payment in the window that has opened. No money moves here.',
          }),
          element('button', {
            type: 'button',
            className: 'show',
            textContent: 'Show the payment window',
            onclick: showWindow,
          }),
          element('button', {
            type: 'button',
            className: 'cancel',
            textContent: 'Cancel the payment',
            onclick: () => finish({ type: 'cancelled' }),
          }),
        ),
      );
      root.append(overlay);
      if (!state.popup || state.popup.closed) overlay.querySelector('.show').focus();
      else state.popup.location.replace(addressOf(orderID, source));

      let opened = Boolean(state.popup && !state.popup.closed);
      const watch = setInterval(() => {
        if (opened && state.popup && state.popup.closed) finish({ type: 'cancelled' });
      }, 300);
      window.addEventListener('message', listen);
      state.abandon = () => finish({ type: 'abandoned' });

      function showWindow() {
        if (state.popup && !state.popup.closed) state.popup.focus();
        else state.popup = openWindow(addressOf(orderID, source));
        opened = Boolean(state.popup);
      }
      function listen(event) {
        if (event.origin !== configuration.origin || event.source !== state.popup) return;
        const message = event.data;
        if (!message || message.from !== 'paypal-sandbox' || message.orderID !== orderID) return;
        finish(message);
      }
      function finish(result) {
        clearInterval(watch);
        window.removeEventListener('message', listen);
        overlay.remove();
        if (state.popup && !state.popup.closed) state.popup.close();
        state.popup = null;
        state.abandon = null;
        resolve(result);
      }
    });
  }

  function clickActions(refuse) {
    return {
      resolve: () => Promise.resolve(),
      reject: () => {
        refuse();
        return Promise.resolve();
      },
    };
  }

  /** One click on one button, from `onClick` to `onApprove`, `onCancel` or `onError`. */
  async function pay(state, root, source) {
    const { props } = state;
    if (state.busy) return;
    if (state.disabled) {
      // PayPal reports clicks on disabled buttons too, so that a page can show what is missing.
      if (props.onClick)
        await props.onClick(
          { fundingSource: source },
          clickActions(() => {}),
        );
      return;
    }
    state.busy = true;
    // Browsers allow new windows only inside the click handler.
    state.popup = openWindow(`${configuration.origin}/checkoutnow/opening`);
    try {
      let refused = false;
      if (props.onClick) {
        const actions = clickActions(() => (refused = true));
        const result = await props.onClick({ fundingSource: source }, actions);
        refused = refused || result === false;
      }
      if (refused) return closePopup(state);
      const orderID = await props.createOrder({ paymentSource: source }, {});
      if (typeof orderID !== 'string' || orderID === '') {
        throw new Error('Expected an order id to be passed');
      }
      await settle(state, root, source, orderID);
    } catch (error) {
      closePopup(state);
      if (!props.onError) throw error;
      props.onError(error);
    } finally {
      state.busy = false;
    }
  }

  async function settle(state, root, source, orderID) {
    const { props } = state;
    const result = await awaitDecision(state, root, orderID, source);
    if (result.type === 'approved') {
      let restarted = false;
      const restart = () => {
        restarted = true;
        return Promise.resolve();
      };
      const data = { orderID, payerID: result.payerID, paymentSource: source, facilitatorAccessToken: '' };
      await (props.onApprove && props.onApprove(data, { restart, redirect }));
      // After a decline the buyer can pay the same order with another payment method.
      if (restarted) await settle(state, root, source, orderID);
    } else if (result.type === 'error') {
      throw new Error(result.message);
    } else if (result.type === 'cancelled' && props.onCancel) {
      await props.onCancel({ orderID }, { redirect });
    }
  }

  function redirect(address) {
    location.assign(address);
    return Promise.resolve();
  }

  function closePopup(state) {
    if (state.popup && !state.popup.closed) state.popup.close();
    state.popup = null;
  }

  function Buttons(given) {
    const props = given || {};
    const sources = (props.fundingSource ? [props.fundingSource] : SOURCES).filter((source) =>
      configuration.funding.includes(source),
    );
    const state = { props, popup: null, busy: false, disabled: false, abandon: null };
    let host = null;

    function setDisabled(disabled) {
      state.disabled = disabled;
      if (host)
        for (const button of host.shadowRoot.querySelectorAll('.pay')) button.ariaDisabled = String(disabled);
      return Promise.resolve();
    }

    return {
      isEligible: () => sources.length > 0,
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target;
        if (!container) throw new Error(`Document is ready and element ${String(target)} does not exist`);
        if (sources.length === 0) throw new Error(`${props.fundingSource} is not eligible`);
        host = document.createElement('div');
        const root = host.attachShadow({ mode: 'open' });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLES);
        root.adoptedStyleSheets = [sheet];
        const stack = element('div', { className: 'stack', role: 'group', ariaLabel: 'Ways to pay' });
        for (const source of sources) {
          stack.append(
            element('button', {
              type: 'button',
              className: `pay ${source}`,
              textContent: LABELS[source],
              onclick: () => pay(state, root, source),
            }),
          );
        }
        stack.append(
          element('p', { className: 'note', textContent: 'Payment sandbox: no money moves here.' }),
        );
        root.append(stack);
        container.append(host);
        if (props.onInit)
          props.onInit({}, { enable: () => setDisabled(false), disable: () => setDisabled(true) });
      },
      async close() {
        if (state.abandon) state.abandon();
        if (host) host.remove();
        host = null;
      },
      updateProps(changed) {
        for (const [name, value] of Object.entries(changed || {})) {
          if (value !== undefined) props[name] = value;
        }
        return Promise.resolve();
      },
    };
  }

  window.paypal = {
    sandbox: true,
    version: VERSION,
    FUNDING: { PAYPAL: 'paypal', CARD: 'card', PAYLATER: 'paylater', VENMO: 'venmo' },
    getFundingSources: () => [...SOURCES],
    isFundingEligible: (source) => configuration.funding.includes(source),
    ...(configuration.buttons && { Buttons }),
  };
});
