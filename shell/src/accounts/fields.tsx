import { confirmationError, passwordError } from '@isa/api-contract';
import { PasswordField, TextField } from '@isa/ui';
import type { AccountFormState, FieldOptions } from './use-account-form';

interface EmailFieldProps {
  readonly form: AccountFormState<'email'>;
  /** `username` is for the e-mail of an existing account; with `webauthn` browsers also suggest passkeys. */
  readonly autoComplete: 'email' | 'username' | 'username webauthn';
}

export function EmailField({ form, autoComplete }: EmailFieldProps) {
  return (
    <TextField
      {...form.field('email')}
      label="E-mail"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

export function NameFields({ form }: { readonly form: AccountFormState<'username' | 'name'> }) {
  return (
    <>
      <TextField
        {...form.field('username')}
        label="User name"
        autoComplete="nickname"
        maxLength={60}
        required
      />
      <TextField {...form.field('name')} label="Full name" autoComplete="name" maxLength={120} required />
    </>
  );
}

export const passwordField = { name: 'password', label: 'password', rule: passwordError } as const;

interface NewPasswordFieldsProps<Name extends string> {
  readonly form: AccountFormState<Name | 'confirmation'>;
  readonly name: Name;
  readonly label: string;
  readonly confirmation: string;
}

export function NewPasswordFields<Name extends string>({
  form,
  name,
  label,
  confirmation,
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

/** The field that must repeat another field's password. */
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
