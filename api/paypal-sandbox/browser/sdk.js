/* global window, document, CSSStyleSheet, setInterval, clearInterval, location, URLSearchParams */
/** Replaces PayPal's classic SDK: `window.paypal` with the buttons component. A second load has no effect. */
(function install(configuration) {
  if (window.paypal && window.paypal.sandbox === true) return;

  const LABELS = {
    paypal: 'PayPal',
    paylater: 'Pay Later',
    venmo: 'Venmo',
    card: 'Debit or Credit Card',
  };
  const SOURCES = Object.keys(LABELS);
  const STYLES = `
    :host { display: block; font-family: system-ui, sans-serif; }
    .stack, .sheet { display: grid; gap: 12px; }
    button { min-height: 48px; padding: 0 16px; border: 0; border-radius: 5px; font: inherit; font-weight: 600; cursor: pointer;
      background: #ffc439; color: #0d1f4d; }
    button:focus-visible { outline: 3px solid #2b6cb0; outline-offset: 2px; }
    button[aria-disabled='true'] { cursor: not-allowed; }
    /* The page fades disabled buttons, which would leave the note without contrast. */
    .stack:has([aria-disabled='true']) p { visibility: hidden; }
    .card, .venmo { background: #23282f; color: #fff; }
    p { margin: 0; color: #5b6473; font-size: 13px; text-align: center; }
    .overlay { position: fixed; inset: 0; z-index: 2147483000; display: grid; place-content: end center; padding: 16px;
      background: rgb(13 20 32 / 0.45); }
    .sheet { padding: 28px; border-radius: 6px; background: #0d1420; }
    .sheet p { color: #fff; font-size: 18px; }
  `;

  function openWindow(address) {
    return window.open(
      address,
      `paypal_sandbox_${Date.now()}`,
      'width=480,height=760,resizable=yes,scrollbars=yes',
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

  function button(textContent, onclick, className = '') {
    return element('button', { type: 'button', textContent, onclick, className });
  }

  function isOpen({ popup }) {
    return Boolean(popup && !popup.closed);
  }

  function closePopup(state) {
    if (isOpen(state)) state.popup.close();
    state.popup = null;
  }

  /** Waits for the buyer's decision. Only messages of the sandbox's origin and this window count. */
  function awaitDecision(state, root, orderID, source) {
    return new Promise((resolve) => {
      const show = button('Show the payment window', () => {
        if (isOpen(state)) state.popup.focus();
        else state.popup = openWindow(addressOf(orderID, source));
        opened = Boolean(state.popup);
      });
      const text = 'Please finish your payment in the window that has opened. No money moves here.';
      const cancel = button('Cancel the payment', () => finish({ type: 'cancelled' }));
      const overlay = element(
        'div',
        { className: 'overlay', role: 'dialog', ariaModal: 'true', ariaLabel: 'Payment window' },
        element('div', { className: 'sheet' }, element('p', { textContent: text }), show, cancel),
      );
      root.append(overlay);
      let opened = isOpen(state);
      if (opened) state.popup.location.replace(addressOf(orderID, source));
      else show.focus();
      const watch = setInterval(() => {
        if (opened && state.popup && state.popup.closed) finish({ type: 'cancelled' });
      }, 300);
      window.addEventListener('message', listen);
      state.abandon = () => finish({ type: 'abandoned' });

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
        closePopup(state);
        state.abandon = null;
        resolve(result);
      }
    });
  }

  async function askPage({ props }, source) {
    let allowed = true;
    const actions = {
      resolve: () => Promise.resolve(),
      reject: async () => {
        allowed = false;
      },
    };
    const result = props.onClick && (await props.onClick({ fundingSource: source }, actions));
    return allowed && result !== false;
  }

  /** One click on one button, from `onClick` to `onApprove`, `onCancel` or `onError`. */
  async function pay(state, root, source) {
    const { props } = state;
    if (state.busy) return;
    if (state.disabled) {
      // PayPal reports clicks on disabled buttons too, so that a page can show what is missing.
      await askPage(state, source);
      return;
    }
    state.busy = true;
    // Browsers allow new windows only inside the click handler.
    state.popup = openWindow(`${configuration.origin}/checkoutnow/opening`);
    try {
      if (!(await askPage(state, source))) return closePopup(state);
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
      const restart = async () => {
        restarted = true;
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

  async function redirect(address) {
    location.assign(address);
  }

  function Buttons(given) {
    const props = given || {};
    const sources = (props.fundingSource ? [props.fundingSource] : SOURCES).filter((source) =>
      configuration.funding.includes(source),
    );
    const state = { props, popup: null, busy: false, disabled: false, abandon: null };
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    const buttons = sources.map((source) => button(LABELS[source], () => pay(state, root, source), source));

    async function setDisabled(disabled) {
      state.disabled = disabled;
      for (const each of buttons) each.ariaDisabled = String(disabled);
    }

    return {
      isEligible: () => sources.length > 0,
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target;
        if (!container) throw new Error(`Document is ready and element ${String(target)} does not exist`);
        if (sources.length === 0) throw new Error(`${props.fundingSource} is not eligible`);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLES);
        root.adoptedStyleSheets = [sheet];
        const note = element('p', { textContent: 'Payment sandbox: no money moves here.' });
        const group = { className: 'stack', role: 'group', ariaLabel: 'Ways to pay' };
        root.replaceChildren(element('div', group, ...buttons, note));
        container.append(host);
        if (props.onInit)
          props.onInit({}, { enable: () => setDisabled(false), disable: () => setDisabled(true) });
      },
      async close() {
        if (state.abandon) state.abandon();
        host.remove();
      },
      async updateProps(changed) {
        for (const [name, value] of Object.entries(changed || {})) {
          if (value !== undefined) props[name] = value;
        }
      },
    };
  }

  window.paypal = {
    sandbox: true,
    version: '5.0.0-sandbox',
    FUNDING: Object.fromEntries(SOURCES.map((source) => [source.toUpperCase(), source])),
    getFundingSources: () => [...SOURCES],
    isFundingEligible: (source) => configuration.funding.includes(source),
    ...(configuration.buttons && { Buttons }),
  };
});
