import { calls } from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { useEffect, useReducer, useRef } from 'react';
import {
  emptyEnquiry,
  type Enquiry,
  type EnquiryField,
  enquiryFields,
  isEnquiryField,
  toRequest,
} from './enquiry';
import { failureText } from './failure-text';

interface State {
  readonly enquiry: Enquiry;
  /** Fields whose verdict is shown: left once, or part of an attempt to send. */
  readonly judged: ReadonlySet<EnquiryField>;
  /** What the server found wrong with a field, until that field is changed. */
  readonly refused: Readonly<Partial<Record<EnquiryField, string>>>;
  readonly status: 'editing' | 'sending' | 'sent';
  readonly failure: string | undefined;
}

type Action =
  | { readonly type: 'typed'; readonly field: EnquiryField; readonly value: string }
  | { readonly type: 'left'; readonly field: EnquiryField }
  | { readonly type: 'judge-all' }
  | { readonly type: 'sending' }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly failure: string; readonly refused: State['refused'] }
  | { readonly type: 'again' };

const start: State = {
  enquiry: emptyEnquiry,
  judged: new Set(),
  refused: {},
  status: 'editing',
  failure: undefined,
};

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'typed':
      return {
        ...state,
        enquiry: { ...state.enquiry, [action.field]: action.value },
        refused: { ...state.refused, [action.field]: undefined },
      };
    case 'left':
      // Passing through an empty field is no mistake yet; only what was typed is judged on leaving.
      return state.enquiry[action.field] === ''
        ? state
        : { ...state, judged: new Set(state.judged).add(action.field) };
    case 'judge-all':
      return { ...state, judged: new Set(enquiryFields) };
    case 'sending':
      return { ...state, status: 'sending', failure: undefined, refused: {} };
    case 'sent':
      return { ...start, status: 'sent' };
    case 'failed':
      return { ...state, status: 'editing', failure: action.failure, refused: action.refused };
    case 'again':
      return start;
  }
}

/** The contact form's state. What was typed stays until the server has taken it. */
export function useEnquiry() {
  const { api } = useHost();
  const [state, dispatch] = useReducer(reduce, start);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  /** Shows every verdict and, when all are good, sends the enquiry. */
  async function send(website: string): Promise<void> {
    const body = toRequest(state.enquiry, website);
    dispatch({ type: 'judge-all' });
    if (!body || state.status === 'sending') return;
    dispatch({ type: 'sending' });
    const controller = new AbortController();
    request.current = controller;
    try {
      await api(calls.contact, { body }, { signal: controller.signal });
      dispatch({ type: 'sent' });
    } catch (error) {
      if (controller.signal.aborted) return;
      dispatch({ type: 'failed', failure: failureText(error), refused: refusedFields(error) });
    }
  }

  return { state, dispatch, send };
}

/** The server's own verdicts, by field: `body.email` speaks of `email`. */
function refusedFields(error: unknown): State['refused'] {
  if (!(error instanceof ApiError)) return {};
  const verdicts = error.fieldErrors.map(
    ({ path, message }) => [path.replace(/^body\./, ''), message] as const,
  );
  return Object.fromEntries(verdicts.filter(([field]) => isEnquiryField(field)));
}
