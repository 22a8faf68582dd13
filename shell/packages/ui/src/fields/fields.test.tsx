import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { violationsOf } from '../testing/axe';
import { CheckboxField } from './checkbox-field';
import { SelectField, TextAreaField, TextField } from './field';
import { PasswordField } from './password-field';

describe('every field', () => {
  const fields = {
    text: (error?: string) => <TextField label="Name" name="name" hint="As in your passport" error={error} />,
    password: (error?: string) => (
      <PasswordField label="Name" name="name" hint="As in your passport" error={error} />
    ),
    area: (error?: string) => (
      <TextAreaField label="Name" name="name" hint="As in your passport" error={error} />
    ),
    select: (error?: string) => (
      <SelectField label="Name" name="name" hint="As in your passport" error={error} placeholder="Choose">
        <option>One</option>
      </SelectField>
    ),
    checkbox: (error?: string) => (
      <CheckboxField label="Name" name="name" hint="As in your passport" error={error} />
    ),
  };

  it.each(Object.entries(fields))(
    '%s: an error marks the control as invalid and describes it',
    (_kind, field) => {
      render(field('Name is too short or empty!'));
      const control = screen.getByLabelText('Name');
      expect(control).toBeInvalid();
      expect(control).toHaveAccessibleDescription('Name is too short or empty! As in your passport');
    },
  );

  it.each(Object.entries(fields))(
    '%s: without an error the control is valid and described by its hint',
    (_kind, field) => {
      render(field());
      const control = screen.getByLabelText('Name');
      expect(control).toBeValid();
      expect(control).not.toHaveAttribute('aria-invalid');
      expect(control).toHaveAccessibleDescription('As in your passport');
    },
  );

  it.each(Object.entries(fields))(
    '%s: has no axe violations, with and without an error',
    async (_kind, field) => {
      const { container, rerender } = render(field());
      expect(await violationsOf(container)).toEqual([]);
      rerender(field('Wrong'));
      expect(await violationsOf(container)).toEqual([]);
    },
  );
});

describe('a text field', () => {
  it('shows the success message, but never alongside an error', () => {
    const { rerender } = render(<TextField label="Email" name="email" valid="Looks good!" />);
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Looks good!');
    rerender(<TextField label="Email" name="email" valid="Looks good!" error="Invalid email!" />);
    expect(screen.queryByText('Looks good!')).not.toBeInTheDocument();
  });

  it('hides the star of a required field from screen readers', () => {
    render(<TextField label="Email" name="email" required />);
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeRequired();
    expect(screen.getByText('*')).toHaveAttribute('aria-hidden', 'true');
  });

  it("keeps a field's further descriptions", () => {
    render(
      <>
        <TextField label="Code" name="code" error="Wrong" aria-describedby="more" />
        <p id="more">From the letter</p>
      </>,
    );
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('Wrong From the letter');
  });

  it('gives two fields with the same name different ids', () => {
    render(
      <>
        <TextField label="Billing" name="street" error="Missing" />
        <TextField label="Delivery" name="street" />
      </>,
    );
    expect(screen.getByLabelText('Billing')).toBeInvalid();
    expect(screen.getByLabelText('Delivery')).toBeValid();
  });
});

describe('a password field', () => {
  it('shows and hides the password without changing it', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Password" name="password" />);
    const input = screen.getByLabelText('Password');
    await user.type(input, 'correct horse');
    expect(input).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('correct horse');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input).toHaveAttribute('type', 'password');
  });

  it('does not submit the form when a password is shown', async () => {
    const user = userEvent.setup();
    const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <PasswordField label="Password" name="password" />
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(submit).not.toHaveBeenCalled();
  });

  it('warns while caps lock is on, until the field loses focus', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="Password" name="password" />);
    const input = screen.getByLabelText('Password');
    await user.click(input);
    await user.keyboard('{CapsLock}a');
    expect(screen.getByRole('status')).toHaveTextContent('Caps lock is on.');
    expect(input).toHaveAccessibleDescription('Caps lock is on.');
    await user.tab();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});

describe('a select field', () => {
  it('starts a select field without a selected option', () => {
    render(
      <SelectField label="Department" name="department" placeholder="Choose a department">
        <option>Sales</option>
      </SelectField>,
    );
    expect(screen.getByLabelText('Department')).toHaveValue('');
  });
});
