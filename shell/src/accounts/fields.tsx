import { PasswordField, TextField } from '@isa/ui';
import type { AccountFormState } from './use-account-form';

interface EmailFieldProps {
  readonly form: AccountFormState<'email'>;
  /** `username` where an account is meant that exists already. */
  readonly autoComplete: 'email' | 'username';
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

interface NewPasswordFieldsProps<Name extends string> {
  readonly form: AccountFormState<Name | 'confirmation'>;
  readonly name: Name;
  readonly label: string;
  readonly confirmation: string;
}

/** A password that is chosen, and once more against slips. */
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
