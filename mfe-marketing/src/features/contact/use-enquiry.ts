import {
  type CallInput,
  calls,
  type Department,
  DEPARTMENTS,
  isBlank,
  isEmail,
  lineError,
  messageError,
  messages,
  quoteError,
  type QuoteField,
  repeatable,
  SENDER_NAME_MAX_LENGTH,
  waitingTime,
} from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { useEffect, useRef, useState } from 'react';
import { withoutOpening } from '../../shared/enquiry-subject';

/** The further fields of a request for a quote; the course is the link's. */
const quoteFields = [
  'course',
  'telephone',
  'organisation',
  'role',
  'people',
  'place',
  'months',
  'purchaseOrder',
] as const satisfies readonly QuoteField[];

const allFields = ['name', 'surname', 'email', 'department', ...quoteFields, 'message'] as const;

export type EnquiryField = (typeof allFields)[number];

const isQuoteField = (field: EnquiryField): field is (typeof quoteFields)[number] =>
  quoteFields.some((known) => known === field);

/** The form's fields in its order, so that the first error is the topmost: those of specification §3, and a quote's. */
export function fieldsOf(isQuote: boolean): readonly EnquiryField[] {
  return allFields.filter((field) => isQuote || !isQuoteField(field));
}

type Enquiry = Readonly<Record<EnquiryField, string>>;

/** The fields as they are shown, and the hidden one. */
export function readForm(form: HTMLFormElement, known: Enquiry) {
  const data = new FormData(form);
  const textOf = (name: string, otherwise = '') => {
    const value = data.get(name);
    return typeof value === 'string' ? value : otherwise;
  };
  const enquiry = Object.fromEntries(allFields.map((name) => [name, textOf(name, known[name])]));
  return { enquiry: { ...known, ...enquiry }, reference: textOf('reference') };
}

const emptyEnquiry: Enquiry = {
  name: '',
  surname: '',
  email: '',
  department: '',
  course: '',
  telephone: '',
  organisation: '',
  role: '',
  people: '',
  place: '',
  months: '',
  purchaseOrder: '',
  message: '',
};

const isDepartment = (value: string): value is Department =>
  DEPARTMENTS.some((department) => department === value);

const nameRule = (missing: string) => (value: string) =>
  isBlank(value) ? missing : lineError(value, SENDER_NAME_MAX_LENGTH);

const rules: Readonly<Record<Exclude<EnquiryField, QuoteField>, (value: string) => string | undefined>> = {
  name: nameRule(messages.contact.firstName),
  surname: nameRule(messages.contact.lastName),
  email: (value) => (isEmail(value) ? undefined : messages.contact.email),
  department: (value) => (isDepartment(value) ? undefined : messages.contact.department),
  message: (value) => {
    if (isBlank(value)) return messages.contact.message;
    return isBlank(withoutOpening(value))
      ? 'Please add what you would like to know, or your dates and number of people.'
      : messageError(value);
  },
};

export function enquiryError(field: EnquiryField, value: string): string | undefined {
  return isQuoteField(field) ? quoteError(field, value) : rules[field](value);
}

function toRequest(
  enquiry: Enquiry,
  reference: string,
  isQuote: boolean,
): CallInput<'contact'>['body'] | undefined {
  const { name, surname, email, department, message, ...quote } = enquiry;
  if (!isDepartment(department)) return undefined;
  return fieldsOf(isQuote).every((field) => enquiryError(field, enquiry[field]) === undefined)
    ? { name, surname, email, department, message, reference, ...(isQuote && quote) }
    : undefined;
}

export function isEnquiryField(name: string): name is EnquiryField {
  return allFields.some((field) => field === name);
}

interface State {
  readonly enquiry: Enquiry;
  /** Fields whose result is shown: they were left once, or changed after an attempt to send. */
  readonly touched: ReadonlySet<EnquiryField>;
  /** Whether the errors of all fields are shown, because the visitor has tried to send them. */
  readonly attempted: boolean;
  /** The server's errors by field, each until that field changes. */
  readonly serverErrors: Readonly<Partial<Record<EnquiryField, string>>>;
  readonly status: 'editing' | 'sending' | 'sent';
  readonly failure: string | undefined;
}

const start: State = {
  enquiry: emptyEnquiry,
  touched: new Set(),
  attempted: false,
  serverErrors: {},
  status: 'editing',
  failure: undefined,
};

export type Change = (state: State) => State;

export function changed(field: EnquiryField, value: string): Change {
  return (state) => ({
    ...state,
    enquiry: { ...state.enquiry, [field]: value },
    // After an attempt, a corrected field is shown as right at once.
    touched: state.attempted ? new Set(state.touched).add(field) : state.touched,
    serverErrors: { ...state.serverErrors, [field]: undefined },
  });
}

/** Fills in a customer's name, unless a name was typed. */
export function filledIn(fullName: string): Change {
  const [, name = fullName, surname = ''] = /^(.*\S)\s+(\S+)$/.exec(fullName) ?? [];
  return (state) =>
    state.enquiry.name === '' && state.enquiry.surname === ''
      ? { ...state, enquiry: { ...state.enquiry, name, surname } }
      : state;
}

/** An empty field that is only passed through shows no error yet. */
export function leaveField(field: EnquiryField): Change {
  return (state) =>
    state.enquiry[field] === '' ? state : { ...state, touched: new Set(state.touched).add(field) };
}

/** The contact form's state. The typed values stay until the server has accepted them. */
export function useEnquiry(isQuote: boolean, onSent: () => void) {
  const { api, site } = useHost();
  const [state, setState] = useState(start);
  const [withId, setWithId] = useState(repeatable);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  async function send(enquiry: Enquiry, reference: string): Promise<void> {
    const body = toRequest(enquiry, reference, isQuote);
    setState((before) => ({ ...before, enquiry, attempted: true }));
    if (!body || state.status === 'sending') return;
    setState((before) => ({ ...before, status: 'sending', failure: undefined, serverErrors: {} }));
    const controller = new AbortController();
    request.current = controller;
    try {
      await api(calls.contact, { body: withId(body) }, { signal: controller.signal });
      onSent();
      // The same text may be sent on purpose now.
      setWithId(repeatable);
      setState({ ...start, status: 'sent' });
    } catch (error) {
      if (controller.signal.aborted) return;
      const failed = { failure: failureText(error, site.contact.email), serverErrors: fieldErrors(error) };
      setState((before) => ({ ...before, status: 'editing', ...failed }));
    }
  }

  return { state, setState, send, reset: () => setState(start) };
}

/** The server's errors by field; `body.email` belongs to `email`. */
function fieldErrors(error: unknown): State['serverErrors'] {
  if (!(error instanceof ApiError)) return {};
  const errors = error.fieldErrors.map(
    ({ path, message }) => [path.replace(/^body\./, ''), message] as const,
  );
  return Object.fromEntries(errors.filter(([field]) => isEnquiryField(field)));
}

function failureText(error: unknown, address: string): string {
  const instead = `Or write to ${address}.`;
  const failed = `${messages.somethingWrong} Your message was not sent. Please try again. ${instead}`;
  if (!(error instanceof ApiError)) return failed;
  if (error.id === 'invalid-request') return 'Please check the marked fields.';
  if (error.id === 'too-many-requests') {
    return `Several messages have just been sent from here. Please try again ${waitingTime(error.retryAfterSeconds)}.`;
  }
  // The answer is lost, and the message may have arrived.
  if (['network', 'timeout', 'unreadable'].includes(error.id)) {
    return `We don’t know whether your message has arrived. Please check your connection and send it again: it will reach us only once. ${instead}`;
  }
  return failed;
}
