import { academy, sampleContact } from '@isa/api-contract';
import type { Host } from '@isa/contract';
import type { PageRegistry } from '../platform/formats/registry';
import { createApiClient } from './api/http-client';
import { createTraceContext } from './api/trace-context';
import { createShellBasket } from './basket/basket';
import { COOKIES_NEEDED } from './browser/cookie';
import { toasts } from './layout/toasts';
import { createSession } from './session/session';

/** Creates the services that the shell provides to remotes. `start` reads the session and the basket from the page. */
export function createHost({ contact = sampleContact }: Pick<PageRegistry, 'contact'> = {}) {
  const basket = createShellBasket(() => toasts.show({ tone: 'error', text: COOKIES_NEEDED }));
  const trace = createTraceContext();
  const session = createSession({
    api: createApiClient(() => undefined, { traceparent: trace.header }),
    clearBasket: basket.clear,
    reload: () => location.reload(),
    onUnverified: () =>
      toasts.show({ tone: 'error', text: 'Your login could not be checked. We are trying again.' }),
  });
  const host: Host = {
    api: createApiClient(session.expired, { traceparent: trace.header }),
    basket,
    session,
    toasts,
    site: { name: academy.name, origin: location.origin, contact },
  };
  return {
    host,
    trace,
    start() {
      basket.start();
      session.start();
    },
  };
}
