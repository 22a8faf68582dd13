import { academy, type Call, type ContactDetails, sampleContact } from '@isa/api-contract';
import { createStore } from 'zustand/vanilla';
import { createBasket } from '../host/basket';
import { type ApiClient, ApiError } from '../services/api';
import type { BasketState, Host, SessionState, Toast } from '../services/host';

/** A prepared response to one call. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly respond: (input: unknown) => unknown;
}

/** Prepares the response to a call; `respond` may throw an ApiError. */
export function answer<Input, Output>(
  call: Call<Input, Output>,
  respond: (input: NoInfer<Input>) => NoInfer<Output> | Promise<NoInfer<Output>>,
): Answer {
  return { method: call.method, path: call.path, respond: (input) => respond(input as Input) };
}

export interface FakeHost extends Host {
  /** Every call so far, in order. */
  readonly sent: readonly { readonly path: string; readonly input: unknown }[];
  /** Every toast so far, in order. */
  readonly shown: readonly Toast[];
}

export interface FakeHostOptions {
  readonly answers?: readonly Answer[];
  readonly session?: Partial<SessionState>;
  readonly items?: BasketState['items'];
  readonly contact?: ContactDetails;
}

const signedOut: SessionState = { status: 'out', name: undefined, account: undefined };

/** A host for tests and standalone remotes: real stores, prepared responses, no persistence. */
export function fakeHost({
  answers = [],
  session,
  items = [],
  contact = sampleContact,
}: FakeHostOptions = {}): FakeHost {
  const sent: { path: string; input: unknown }[] = [];
  const shown: Toast[] = [];
  const sessionStore = createStore<SessionState>(() => ({
    ...signedOut,
    ...(session?.status === 'in' && { account: '1-0' }),
    ...session,
  }));
  const basketStore = createStore<BasketState>(() => ({ items }));

  const api: ApiClient = async <Input, Output>(call: Call<Input, Output>, input: Input): Promise<Output> => {
    sent.push({ path: call.path, input });
    const found = answers.find(({ method, path }) => method === call.method && path === call.path);
    if (!found) throw new ApiError('network', `No response is prepared for ${call.method} ${call.path}.`);
    try {
      return (await found.respond(input)) as Output;
    } catch (error) {
      if (error instanceof ApiError && error.id === 'not-signed-in') sessionStore.setState(signedOut);
      throw error;
    }
  };

  return {
    api,
    basket: createBasket(basketStore),
    session: {
      store: sessionStore,
      logIn: async (credentials) =>
        sessionStore.setState({
          status: 'in',
          name: 'email' in credentials ? credentials.email : 'Ada Agent',
          account: '1-0',
        }),
      logOut: async () => {
        sessionStore.setState(signedOut);
        basketStore.setState({ items: [] });
      },
      expired: () => sessionStore.setState(signedOut),
    },
    toasts: { show: (toast) => void shown.push(toast) },
    site: { name: academy.name, origin: 'https://academy.test', contact },
    sent,
    shown,
  };
}
