import { calls } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { waitFor } from '@testing-library/react';
import { button, failing, field, fill, content } from '../testing/account-forms';
import { openAccount } from './testing/open-account';

describe('a new email', () => {
  it('gets a link after the password was entered, and changes nothing else', async () => {
    const { user, bodies } = await openAccount(
      answer(calls.changeEmail, ({ body }) =>
        body.password === 'correct horse' ? { message: 'ok' } : failing('invalid-credentials')(),
      ),
    );
    await user.click(await content().findByText('Change email…'));
    expect(field('New email')).toHaveFocus();
    expect(button('Send the link')).toHaveAccessibleDescription('Still needed: new email, password.');
    fill('New email', ' ada@lovelace.test ');
    fill('Your password', 'wrong horse');
    await user.click(button('Send the link'));
    await waitFor(() =>
      expect(field('Your password')).toHaveAccessibleDescription('Invalid credentials !!!'),
    );
    fill('Your password', 'correct horse');
    await user.click(button('Send the link'));
    expect(await content().findByText('Open the link that we sent to ada@lovelace.test.')).toBeVisible();
    expect(content().getByText('ada@academy.test')).toBeVisible();
    expect(button('Change email…')).toHaveFocus();
    expect(bodies(calls.changeEmail).at(-1)).toEqual({
      newEmail: 'ada@lovelace.test',
      password: 'correct horse',
    });
  });

  it('shows the error of the API at its field', async () => {
    const errors = [{ path: 'body.newEmail', message: 'This is your address already.' }];
    const { user } = await openAccount(
      answer(calls.changeEmail, failing('invalid-request', { fieldErrors: errors })),
    );
    await user.click(await content().findByText('Change email…'));
    fill('New email', 'ada@academy.test');
    fill('Your password', 'correct horse');
    await user.click(button('Send the link'));
    await waitFor(() =>
      expect(field('New email')).toHaveAccessibleDescription('This is your address already.'),
    );
    await user.click(button('Cancel'));
    expect(button('Change email…')).toHaveFocus();
  });
});
