import { ApiError, type ApiErrorId, formDraft } from '@isa/contract';
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useRef,
  useState,
} from 'react';
import { failureText } from '../layout/failure-text';

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

/** A form after specification §5: it can be sent when all fields are valid. Failures leave all values. */
export function useAccountForm<Name extends string>({ fields, send, rejections, failed }: FormOptions<Name>) {
  const initialState = (): FormState<Name> => ({
    values: new Map(fields.map(({ name, initial = '' }) => [name, initial])),
    checked: new Set(),
    rejected: new Map(),
  });
  const [{ values, checked, rejected }, setState] = useState(initialState);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const sending = useRef<AbortController>(undefined);
  const [draft] = useState(() => formDraft(`account:${fields.map(({ name }) => name).join()}`));

  const valueOf: ValueOf<Name> = (name) => values.get(name) ?? '';
  const errorOf = ({ name, rule }: FieldOptions<Name>) => rejected.get(name) ?? rule(valueOf(name), valueOf);
  const incomplete = fields.filter((field) => valueOf(field.name) === '' || errorOf(field) !== undefined);

  const change = (name: Name, value: string) =>
    setState((state) => ({
      values: new Map(state.values).set(name, value),
      checked: new Set(state.checked).add(name),
      rejected: new Map([...state.rejected].filter(([other]) => other !== name)),
    }));
  const reject = (name: Name, message: string) =>
    setState((state) => ({ ...state, rejected: new Map(state.rejected).set(name, message) }));
  const checkAll = () =>
    setState((state) => ({ ...state, checked: new Set(fields.map(({ name }) => name)) }));

  // Autofill, and typing before hydration, caused no event, so the values are read from the document.
  const attach = useCallback(
    (form: HTMLFormElement | null) => {
      if (form) setState((state) => withTyped(state, draft.restored(form)));
      return () => sending.current?.abort();
    },
    [draft],
  );

  async function submit() {
    if (incomplete.length > 0) return checkAll();
    if (busy) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(valueOf, controller.signal);
      draft.clear();
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
    missing: incomplete.map(({ label }) => label),
    checkAll,
    clear() {
      draft.clear();
      setState(initialState());
    },
    field(name: Name) {
      const field = fields.find((candidate) => candidate.name === name);
      const attribute: string = name;
      return {
        name: attribute,
        error: field && (checked.has(name) || rejected.has(name)) ? errorOf(field) : undefined,
        value: valueOf(name),
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
          change(name, target.type === 'checkbox' ? (target.checked ? 'on' : '') : target.value),
      };
    },
    formProps: {
      ref: attach,
      // Before hydration the browser sends the form itself, and GET would put the password into the URL.
      method: 'post' as const,
      onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => draft.keep(currentTarget),
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
      // Enter does not submit a form whose button is disabled; it shows the errors.
      onKeyDown: ({ key, target, nativeEvent }: KeyboardEvent<HTMLFormElement>) => {
        if (nativeEvent.isComposing) return;
        if (key === 'Enter' && target instanceof HTMLInputElement && incomplete.length > 0) checkAll();
      },
    },
  };
}

export type AccountFormState<Name extends string> = ReturnType<typeof useAccountForm<Name>>;

/** @returns the same state when nothing was typed, so that React renders nothing. */
function withTyped<Name extends string>(state: FormState<Name>, form: FormData): FormState<Name> {
  const typed = [...state.values].flatMap(([name, value]) => {
    const found = form.get(name);
    return value === '' && typeof found === 'string' && found !== '' ? [[name, found] as const] : [];
  });
  return typed.length === 0 ? state : { ...state, values: new Map([...state.values, ...typed]) };
}
