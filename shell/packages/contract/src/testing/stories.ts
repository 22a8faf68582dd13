import type { Call } from '@isa/api-contract';
import type { ReactNode } from 'react';
import { ApiError, type ApiErrorId } from '../services/api';
import type { Remote } from '../remote';
import { type Answer, fakeHost, type FakeHostOptions } from './fake-host';
import { remoteAt } from './render-remote';

/** One state of a page or of a primitive, for the gallery. */
export interface Story {
  /** A text that is visible once the state is reached. */
  readonly shows: string;
  /** The button that leads to the state, by its text. */
  readonly click?: string;
  readonly render: () => ReactNode;
}

/** The default export of a `*.stories.tsx`: the states of a feature by name. */
export type Stories = Readonly<Record<string, Story>>;

interface PageStoryOptions extends FakeHostOptions, Pick<Story, 'click'> {
  /** Is called first, with empty storages. */
  readonly prepare?: () => void;
}

/** A page of a remote in a state that prepared responses lead to. */
export function pageStory(
  remote: Remote,
  address: string,
  shows: string,
  { prepare, click, ...options }: PageStoryOptions = {},
): Story {
  return {
    shows,
    ...(click && { click }),
    render() {
      prepare?.();
      return remoteAt(remote, address, fakeHost(options)).element;
    },
  };
}

/** A call that is never responded to. */
export function pending<Input, Output>({ method, path }: Call<Input, Output>): Answer {
  return { method, path, respond: () => new Promise(() => undefined) };
}

/** A call that fails. */
export function failed<Input, Output>({ method, path }: Call<Input, Output>, id: ApiErrorId): Answer {
  return {
    method,
    path,
    respond() {
      throw new ApiError(id, 'We cannot reach the academy right now.');
    },
  };
}
