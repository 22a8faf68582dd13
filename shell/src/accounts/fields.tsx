import { confirmationError, passwordError, sessionLength } from '@isa/api-contract';
import { CheckboxField, PasswordField, TextField } from '@isa/ui';
import { type ComponentProps, useCallback, useState } from 'react';
import type { AccountFormState, FieldOptions } from './use-account-form';

interface EmailFieldProps<Name extends string> {
  readonly form: AccountFormState<Name>;
  readonly name: Name;
  readonly label?: string;
  /** `username` is for the email of an existing account; with `webauthn` browsers also suggest passkeys. */
  readonly autoComplete: 'email' | 'username' | 'username webauthn';
  readonly autoFocus?: boolean;
}

export function EmailField<Name extends string>({
  form,
  name,
  label = 'Email',
  ...attributes
}: EmailFieldProps<Name>) {
  return (
    <TextField
      {...form.field(name)}
      {...attributes}
      label={label}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

export function NameFields({ form }: { readonly form: AccountFormState<'username' | 'name'> }) {
  return (
    <>
      <TextField {...form.field('username')} label="User name" autoComplete="nickname" required />
      <TextField {...form.field('name')} label="Full name" autoComplete="name" required />
    </>
  );
}

interface CurrentPasswordFieldProps<Name extends string> extends Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'autoFocus'
> {
  readonly form: AccountFormState<Name>;
  readonly name: Name;
}

export function CurrentPasswordField<Name extends string>({
  form,
  name,
  ...attributes
}: CurrentPasswordFieldProps<Name>) {
  return <PasswordField {...form.field(name)} {...attributes} autoComplete="current-password" required />;
}

export const passwordField = { name: 'password', label: 'password', rule: passwordError } as const;

export const newPasswordOptions = [
  { name: 'newPassword', label: 'new password', rule: passwordError },
  confirmationOf('newPassword', 'confirmed password'),
] as const;

interface NewPasswordFieldsProps<Name extends string> {
  readonly form: AccountFormState<Name | 'confirmation'>;
  readonly name: Name;
  readonly label?: string;
  readonly confirmation?: string;
}

export function NewPasswordFields<Name extends string>({
  form,
  name,
  label = 'New password',
  confirmation = 'Confirm new password',
}: NewPasswordFieldsProps<Name>) {
  return (
    <>
      <PasswordField
        {...form.field(name)}
        label={label}
        hint="At least 8 characters."
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.field('confirmation')}
        label={confirmation}
        autoComplete="new-password"
        required
      />
    </>
  );
}

export function confirmationOf<Name extends string>(
  password: Name,
  label: string,
): FieldOptions<Name | 'confirmation'> {
  return {
    name: 'confirmation',
    label,
    rule: (value, valueOf) => confirmationError(valueOf(password), value),
  };
}

export function useRemember() {
  const [checked, setChecked] = useState(true);
  return { checked, setChecked };
}

/** The box that decides whether the session outlives the browser's. */
export function RememberField({ checked, setChecked }: ReturnType<typeof useRemember>) {
  // The visitor may have changed the box before the page was hydrated.
  const attach = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) setChecked(box.checked);
    },
    [setChecked],
  );
  return (
    <CheckboxField
      label="Remember me"
      hint={`Keeps you logged in for ${sessionLength}, even after you close the browser.`}
      name="remember"
      ref={attach}
      checked={checked}
      onChange={({ target }) => setChecked(target.checked)}
    />
  );
}
