import { calls, messages } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Button, Cluster, Icon, Stack, Text, tokens } from '@isa/ui';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useAction } from '../../layout/use-action';
import { CurrentPasswordField } from '../fields';
import { askForPasskey, type Assertion, cancelQuestion, supportsPasskeys } from '../passkeys';
import { type FormOptions, useAccountForm } from '../use-account-form';

/** Forms that replace their buttons. A closed one returns the focus; set `autoFocus` on each first field. */
export function useOpenForm<Name extends string>() {
  const [open, setOpen] = useState<Name>();
  const [closed, setClosed] = useState<Name>();
  return {
    open,
    close() {
      setClosed(open);
      setOpen(undefined);
    },
    opener: (name: Name) => ({
      type: 'button' as const,
      variant: 'secondary' as const,
      autoFocus: closed === name,
      onClick: () => setOpen(name),
    }),
  };
}

export const HasPasskey = createContext(false);

/** What shows that the account's owner sends the form: the password, or an assertion of a passkey. */
type Proof = { readonly password: string } | { readonly passkey: Assertion };

interface ReauthenticationFormOptions<Name extends string> extends Omit<
  FormOptions<Name>,
  'send' | 'rejections'
> {
  /** The name of the password's field, which is one of `fields`. */
  readonly password: Name;
  send(valueOf: (name: Name) => string, proof: Proof, signal: AbortSignal): Promise<void>;
}

/** A form that needs the password or, if the account has one, a passkey. Render its `ReauthenticationField`. */
export function useReauthenticationForm<Name extends string>({
  fields,
  password,
  send,
  ...options
}: ReauthenticationFormOptions<Name>) {
  const { api } = useHost();
  const [passkey, setPasskey] = useState<Assertion>();
  const offered = useContext(HasPasskey) && supportsPasskeys();
  const asking = useAction(async () => {
    const { options } = await api(calls.startReauthentication, { body: {} });
    setPasskey(await askForPasskey(options));
  });
  useEffect(() => cancelQuestion, []);

  const form = useAccountForm<Name>({
    ...options,
    fields: passkey ? fields.filter(({ name }) => name !== password) : fields,
    async send(valueOf, signal) {
      if (!passkey) return send(valueOf, { password: valueOf(password) }, signal);
      try {
        await send(valueOf, { passkey }, signal);
      } finally {
        // The API accepts an assertion once, so the form forgets it.
        setPasskey(undefined);
      }
    },
    rejections: passkey ? {} : { 'invalid-credentials': [password, messages.account.invalidCredentials] },
  });
  return { ...form, proof: { password, passkey, offered, asking } };
}

const Confirmed = styled.p`
  display: flex;
  align-items: center;
  gap: ${tokens.space(2)};
  min-height: 48px;
  font-weight: 600;
  svg {
    color: var(--isa-success);
  }
`;

interface ReauthenticationFieldProps<Name extends string> {
  readonly form: ReturnType<typeof useReauthenticationForm<Name>>;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

/** The field for the password, with a button that takes a passkey instead. */
export function ReauthenticationField<Name extends string>({
  form,
  label = 'Your password',
  autoFocus,
}: ReauthenticationFieldProps<Name>) {
  const { password, passkey, offered, asking } = form.proof;
  const confirmed = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (passkey) confirmed.current?.focus();
  }, [passkey]);

  return passkey ? (
    <Confirmed ref={confirmed} tabIndex={-1}>
      <Icon name="success" />
      Confirmed with your passkey
    </Confirmed>
  ) : (
    <Stack gap={3}>
      <CurrentPasswordField form={form} name={password} label={label} autoFocus={autoFocus} />
      {offered && (
        <Cluster gap={3}>
          <Text size="small" muted>
            or
          </Text>
          <Button type="button" variant="secondary" size="small" busy={asking.busy} onClick={asking.run}>
            <Icon name="key" size={18} />
            Use a passkey
          </Button>
        </Cluster>
      )}
    </Stack>
  );
}
