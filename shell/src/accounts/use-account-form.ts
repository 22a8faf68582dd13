import { ApiError, type ApiErrorId } from '@isa/contract';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { failureText } from '../layout/failure-text';
import { useDraft } from './use-draft';

type ValueOf<Name extends string> = (name: Name) => string;

export interface FieldOptions<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** @returns the error message of a value, which may depend on other fields. */
  readonly rule: (value: string, valueOf: ValueOf<Name>) => string | undefined;
  readonly initial?: string | undefined;
}

export interface FormOptions<Name extends string> {
  /** The fields in the form's order. A checkbox is a field whose value is `on` or empty. */
  readonly fields: readonly FieldOptions<Name>[];
  send(valueOf: ValueOf<Name>, signal: AbortSignal): Promise<void>;
  /** The field and the message for errors of the API that concern one field. */
  readonly rejections?: Readonly<Partial<Record<ApiErrorId, readonly [Name, string]>>>;
  /** The message above the fields for other errors, after the API's field errors were shown; `failureText` by default. */
  readonly failed?: (error: unknown) => ReactNode;
}

interface FormState<Name extends string> {
  readonly values: ReadonlyMap<Name, string>;
  readonly checked: ReadonlySet<Name>;
  /** The API's message for each field; removed when the field is changed. */
  readonly rejected: ReadonlyMap<Name, string>;
}

/** How often the fields are read, in milliseconds: some password managers fill them in without an event. */
const READ_EVERY = 400;

/**
 * A form after specification §5: it can be sent when all fields are valid. Failures leave all values. The fields belong
 * to the browser: what they show is read, and never written, so that nothing that a program filled in is lost.
 */
export function useAccountForm<Name extends string>({ fields, send, rejections, failed }: FormOptions<Name>) {
  const draft = useDraft(fields.map(({ name }) => name));
  const givenOf = (name: string) => fields.find((field) => field.name === name)?.initial ?? '';
  const initialOf = (name: Name) => draft.restored[name] ?? givenOf(name);
  const [state, setState] = useState<FormState<Name>>(() => ({
    values: new Map(fields.map(({ name }) => [name, initialOf(name)])),
    checked: new Set(),
    rejected: new Map(),
  }));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const sending = useRef<AbortController>(undefined);
  const form = useRef<HTMLFormElement>(null);
  /** How often all wrong fields have been shown. Each time the first of them gets the focus, which reads its message out. */
  const [refusals, setRefusals] = useState(0);

  const check = (current: FormState<Name>) => {
    const valueOf: ValueOf<Name> = (name) => current.values.get(name) ?? '';
    const errorOf = ({ name, rule }: FieldOptions<Name>) =>
      current.rejected.get(name) ?? rule(valueOf(name), valueOf);
    const incomplete = fields.filter((field) => valueOf(field.name) === '' || errorOf(field) !== undefined);
    return { valueOf, errorOf, incomplete };
  };
  const { valueOf, errorOf, incomplete } = check(state);
  const isShown = (name: Name) => state.checked.has(name) || state.rejected.has(name);

  /** Reads what the fields show. */
  const read = () => {
    setState((before) => withShown(before, form.current));
    return check(withShown(state, form.current));
  };
  const reject = (name: Name, message: string) => {
    setState((before) => ({ ...before, rejected: new Map(before.rejected).set(name, message) }));
    setRefusals((before) => before + 1);
  };
  const checkAll = () => {
    setState((before) => ({ ...before, checked: new Set(fields.map(({ name }) => name)) }));
    setRefusals((before) => before + 1);
  };
  const [firstWrong] = incomplete;
  const focusFirstWrong = useEffectEvent(() => {
    const control = firstWrong && form.current?.elements.namedItem(firstWrong.name);
    if (control instanceof HTMLElement) control.focus();
  });
  useEffect(() => {
    if (refusals > 0) focusFirstWrong();
  }, [refusals]);
  /** Sends the form if what it shows is complete, or shows what is missing. */
  const press = () => (read().incomplete.length === 0 ? void submit() : checkAll());

  const { inTab } = draft;
  const attach = useCallback(
    (element: HTMLFormElement | null) => {
      form.current = element;
      if (element) fillEmpty(element, inTab.restored(element));
      setState((before) => withShown(before, element));
      const timer = setInterval(() => setState((before) => withShown(before, form.current)), READ_EVERY);
      return () => {
        clearInterval(timer);
        sending.current?.abort();
      };
    },
    [inTab],
  );
  useEffect(() => draft.keep(state.values, givenOf));

  async function submit() {
    const shown = read();
    if (shown.incomplete.length > 0) return checkAll();
    if (busy) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(shown.valueOf, controller.signal);
      draft.forget();
    } catch (error) {
      if (!controller.signal.aborted) fail(error);
    } finally {
      setBusy(false);
    }
  }

  function fail(error: unknown) {
    const rejection = error instanceof ApiError ? rejections?.[error.id] : undefined;
    if (rejection) return reject(...rejection);
    for (const { path, message } of error instanceof ApiError ? error.fieldErrors : []) {
      const field = fields.find(({ name }) => path === `body.${name}`);
      if (field) reject(field.name, message);
    }
    setFailure((failed ?? failureText)(error));
  }

  return {
    busy,
    failure,
    setFailure,
    complete: incomplete.length === 0,
    /** What is missing and not yet named by an error at its field. */
    missing: incomplete.filter(({ name }) => !isShown(name)).map(({ label }) => label),
    /** Whether an error is shown at one of its fields. */
    hasMarked: incomplete.some(({ name }) => isShown(name)),
    /** Whether the form shows what was typed before the session ended. */
    restored: Object.keys(draft.restored).length > 0,
    press,
    valueOf,
    clear() {
      draft.forget();
      form.current?.reset();
      setState((before) => ({ ...withShown(before, form.current), checked: new Set(), rejected: new Map() }));
    },
    field(name: Name) {
      const field = fields.find((candidate) => candidate.name === name);
      const attribute: string = name;
      return {
        name: attribute,
        error: field && isShown(name) ? errorOf(field) : undefined,
        defaultValue: initialOf(name),
        onChange: () =>
          setState((before) => {
            const shown = withShown(before, form.current);
            return { ...shown, checked: new Set(shown.checked).add(name) };
          }),
      };
    },
    formProps: {
      ref: attach,
      // Before hydration the browser sends the form itself, and GET would put the password into the URL.
      method: 'post' as const,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => inTab.keep(currentTarget),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
      // Browsers do not submit a form whose button is disabled.
      onKeyDown: ({ key, target, nativeEvent }: KeyboardEvent<HTMLFormElement>) => {
        if (nativeEvent.isComposing || nativeEvent.defaultPrevented) return;
        if (key === 'Enter' && target instanceof HTMLInputElement && incomplete.length > 0) press();
      },
    },
  };
}

export type AccountFormState<Name extends string> = ReturnType<typeof useAccountForm<Name>>;

/** Writes what was typed before into fields that are empty. */
function fillEmpty(form: HTMLFormElement, texts: FormData): void {
  for (const [name, text] of texts) {
    const control = form.elements.namedItem(name);
    const isEmpty =
      control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value === '';
    if (isEmpty && typeof text === 'string' && text !== '') control.value = text;
  }
}

/** @returns the same state when the fields show nothing else, so that React renders nothing. */
function withShown<Name extends string>(
  state: FormState<Name>,
  form: HTMLFormElement | null,
): FormState<Name> {
  const shown = [...state.values].flatMap(([name, value]) => {
    const control = form?.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) return [];
    const now = control.type === 'checkbox' && !control.checked ? '' : control.value;
    return now === value ? [] : [[name, now] as const];
  });
  if (shown.length === 0) return state;
  const changed = new Set(shown.map(([name]) => name));
  return {
    ...state,
    values: new Map([...state.values, ...shown]),
    rejected: new Map([...state.rejected].filter(([name]) => !changed.has(name))),
  };
}
