import { ApiError } from '@isa/contract';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useRef,
  useState,
} from 'react';

type ValueOf<Name extends string> = (name: Name) => string;

export interface Field<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** The message to show, or `undefined` when the value is fine. May look at other fields. */
  readonly rule: (value: string, valueOf: ValueOf<Name>) => string | undefined;
  readonly initial?: string | undefined;
}

/** What every kind of field takes. */
interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface FormOptions<Name extends string> {
  /** In the form's order. A checkbox is a field whose value is `on` or empty. */
  readonly fields: readonly Field<Name>[];
  /** What the button does. */
  send(valueOf: ValueOf<Name>, signal: AbortSignal): Promise<void>;
  /**
   * Told of every failed sending, after the server's words on single fields were put there.
   * @returns what stands above the fields until the next attempt, if anything.
   */
  failed(error: unknown, refuse: (name: Name, message: string) => void): ReactNode;
}

interface FormState<Name extends string> {
  readonly values: ReadonlyMap<Name, string>;
  /** Fields whose errors may be shown: those that were changed, or all after a press on the button. */
  readonly checked: ReadonlySet<Name>;
  /** What the server said about a field; gone as soon as the field is changed. */
  readonly refused: ReadonlyMap<Name, string>;
}

/**
 * The rules of specification §5: a field is checked at each change, all are checked when the button is
 * pressed, and the form can be sent only when everything is filled in and fine. Nothing typed is ever lost.
 */
export function useAccountForm<Name extends string>({ fields, send, failed }: FormOptions<Name>) {
  const untouched = (): FormState<Name> => ({
    values: new Map(fields.map(({ name, initial = '' }) => [name, initial])),
    checked: new Set(),
    refused: new Map(),
  });
  const [{ values, checked, refused }, setState] = useState(untouched);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const sending = useRef<AbortController>(undefined);

  const valueOf: ValueOf<Name> = (name) => values.get(name) ?? '';
  const problem = ({ name, rule }: Field<Name>) => refused.get(name) ?? rule(valueOf(name), valueOf);
  const unfinished = fields.filter((field) => valueOf(field.name) === '' || problem(field) !== undefined);

  const change = (name: Name, value: string) =>
    setState((state) => ({
      values: new Map(state.values).set(name, value),
      checked: new Set(state.checked).add(name),
      refused: new Map([...state.refused].filter(([other]) => other !== name)),
    }));
  const refuse = (name: Name, message: string) =>
    setState((state) => ({ ...state, refused: new Map(state.refused).set(name, message) }));
  const checkAll = () =>
    setState((state) => ({ ...state, checked: new Set(fields.map(({ name }) => name)) }));

  // What a browser filled in, or a visitor typed before the page came alive, raised no event here.
  const attach = useCallback((form: HTMLFormElement | null) => {
    if (form) setState((state) => ({ ...state, values: withTyped(state.values, new FormData(form)) }));
    return () => sending.current?.abort();
  }, []);

  async function submit() {
    if (unfinished.length > 0) return checkAll();
    if (busy) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(valueOf, controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      for (const { path, message } of error instanceof ApiError ? error.fieldErrors : []) {
        const field = fields.find(({ name }) => path === `body.${name}`);
        if (field) refuse(field.name, message);
      }
      setFailure(failed(error, refuse));
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    /** Why the last attempt failed. */
    failure,
    /** Everything is filled in and fine. */
    complete: unfinished.length === 0,
    /** Labels of the fields that still need something. */
    missing: unfinished.map(({ label }) => label),
    checkAll,
    /** Back to how the form was at first. */
    clear: () => setState(untouched()),
    /** The props of one field, whatever its kind. */
    field(name: Name): FieldProps {
      const field = fields.find((candidate) => candidate.name === name);
      const error = field && (checked.has(name) || refused.has(name)) ? problem(field) : undefined;
      const value = valueOf(name);
      const onChange = ({ target }: ChangeEvent<HTMLInputElement>) =>
        change(name, target.type === 'checkbox' ? (target.checked ? 'on' : '') : target.value);
      return { name, label: field?.label ?? name, error, value, onChange };
    },
    formProps: {
      ref: attach,
      // A page that is not alive yet must never put a password into an address.
      method: 'post' as const,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
      // Enter does nothing in a form whose button is disabled; here it tells what is missing.
      onKeyDown: ({ key, target }: KeyboardEvent<HTMLFormElement>) => {
        if (key === 'Enter' && target instanceof HTMLInputElement && unfinished.length > 0) checkAll();
      },
    },
  };
}

export type AccountFormState<Name extends string> = ReturnType<typeof useAccountForm<Name>>;

/** Fills fields that are empty so far with what stands in the document. */
function withTyped<Name extends string>(values: ReadonlyMap<Name, string>, typed: FormData) {
  return new Map(
    [...values].map(([name, value]) => {
      const found = typed.get(name);
      return [name, value === '' && typeof found === 'string' ? found : value];
    }),
  );
}
