import { calls, messages, type Passkey } from '@isa/api-contract';
import { answer } from '@isa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { button, failing, field, fill, content, message } from '../testing/account-forms';
import {
  creationOptions,
  fakeAuthenticator,
  removeAuthenticator,
  requestOptions,
  sentPasskey,
} from '../testing/fake-authenticator';
import { accountShown, openAccount, passkey } from './testing/open-account';

const NONE = 'You have no passkeys yet.';

/** The API with a list of passkeys that changes. It accepts "correct horse" and every passkey. */
function passkeysApi(...passkeys: Passkey[]) {
  const check = (body: { password?: string | undefined }) => {
    if (body.password === 'wrong horse') failing('invalid-credentials')();
  };
  return [
    answer(calls.listPasskeys, () => ({ passkeys: [...passkeys] })),
    answer(calls.startPasskey, ({ body }) => {
      check(body);
      return { options: creationOptions };
    }),
    answer(calls.addPasskey, ({ body }) => {
      const added = { ...passkey(passkeys.length + 1, body.name), lastUsedAt: null };
      passkeys.push(added);
      return { passkey: added };
    }),
    answer(calls.renamePasskey, ({ params, body }) => {
      const renamed = { ...passkey(Number(params.passkeyId), body.name) };
      passkeys.splice(
        passkeys.findIndex(({ id }) => id === renamed.id),
        1,
        renamed,
      );
      return { passkey: renamed };
    }),
    answer(calls.startReauthentication, () => ({ options: requestOptions })),
    answer(calls.removePasskey, ({ params, body }) => {
      check(body);
      passkeys.splice(
        passkeys.findIndex(({ id }) => id === params.passkeyId),
        1,
      );
      return { message: 'ok' };
    }),
  ];
}

const row = async (name: string) => {
  const item = (await content().findByText(name)).closest('li');
  if (!item) throw new Error(`There is no row for ${name}.`);
  return within(item);
};
const focusedSection = () =>
  document.activeElement?.tagName === 'SECTION' && document.activeElement.querySelector('h3')?.textContent;

afterEach(removeAuthenticator);

describe('the passkeys of an account', () => {
  it('are not offered in a browser without passkeys', async () => {
    await openAccount();
    await accountShown();
    expect(message('Passkeys')).not.toBeInTheDocument();
  });

  it('can be removed with the password in a browser without passkeys', async () => {
    const { user, bodies } = await openAccount(...passkeysApi(passkey(1, 'Old phone')));
    await user.click((await row('Old phone')).getByText('Remove'));
    expect(message('Use a passkey')).not.toBeInTheDocument();
    expect(message('This browser cannot create passkeys.')).toBeVisible();
    fill('Your password', 'correct horse');
    await user.click(button('Remove the passkey'));
    await waitFor(() => expect(message('Old phone')).not.toBeInTheDocument());
    expect(bodies(calls.removePasskey)).toEqual([{ password: 'correct horse' }]);
  });

  it('are added with the password, under the suggested name', async () => {
    const { question } = fakeAuthenticator();
    const { user, bodies } = await openAccount(...passkeysApi());
    expect(await content().findByText(NONE)).toBeVisible();
    await user.click(button('Add a passkey…'));
    expect(field('Name of the passkey')).toHaveFocus();
    expect(field('Name of the passkey')).toHaveValue('Unknown device');
    fill('Name of the passkey', ' Ada’s laptop ');
    fill('Your password', 'correct horse');
    await user.click(button('Create the passkey'));
    (await question())?.answer();
    expect((await row('Ada’s laptop')).getByText('Not used yet')).toBeVisible();
    expect(screen.getByText('You can now log in with the passkey “Ada’s laptop”.')).toBeVisible();
    expect(button('Add a passkey…')).toHaveFocus();
    expect(bodies(calls.startPasskey)).toEqual([{ password: 'correct horse' }]);
    expect(bodies(calls.addPasskey)).toEqual([{ name: 'Ada’s laptop', passkey: sentPasskey }]);
  });

  it('are not created with a wrong password', async () => {
    const { questions } = fakeAuthenticator();
    const { user } = await openAccount(...passkeysApi());
    await user.click(await content().findByText('Add a passkey…'));
    fill('Your password', 'wrong horse');
    await user.click(button('Create the passkey'));
    await waitFor(() =>
      expect(field('Your password')).toHaveAccessibleDescription('Invalid credentials !!!'),
    );
    expect(questions).toHaveLength(0);
  });

  it.each([
    ['NotAllowedError', undefined],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
  ] as const)('stay as they are when the browser reports %s', async (name, text) => {
    const { question } = fakeAuthenticator();
    const { user, bodies } = await openAccount(...passkeysApi());
    await user.click(await content().findByText('Add a passkey…'));
    fill('Your password', 'correct horse');
    await user.click(button('Create the passkey'));
    (await question())?.refuse(name);
    await waitFor(() => expect(button('Create the passkey')).not.toHaveAttribute('aria-busy'));
    expect(content().queryByRole('alert')?.textContent).toBe(text);
    expect(field('Your password')).toHaveValue('correct horse');
    expect(bodies(calls.addPasskey)).toEqual([]);
  });

  it('are at most ten', async () => {
    fakeAuthenticator();
    const ten = Array.from({ length: 10 }, (_, index) => passkey(index, `Device ${index}`));
    await openAccount(...passkeysApi(...ten));
    expect(await content().findByText(/^You have 10 passkeys, which is the limit/)).toBeVisible();
    expect(message('Add a passkey…')).not.toBeInTheDocument();
  });

  it('are renamed in the list, and the focus returns to the button', async () => {
    fakeAuthenticator();
    const { user, bodies } = await openAccount(...passkeysApi(passkey(1, 'Phone')));
    await user.click((await row('Phone')).getByText('Rename'));
    await user.clear(field('Name of the passkey'));
    expect(button('Save the name')).toBeDisabled();
    await user.type(field('Name of the passkey'), 'Old phone{Enter}');
    const renamed = await row('Old phone');
    expect(renamed.getByText('Rename')).toHaveFocus();
    expect(renamed.getByText('Rename')).toHaveAccessibleName('Rename Old phone');
    expect(bodies(calls.renamePasskey)).toEqual([{ name: 'Old phone' }]);
  });

  it('are removed with a passkey as proof, and the focus moves to the section', async () => {
    const { question } = fakeAuthenticator();
    const { user, bodies } = await openAccount(...passkeysApi(passkey(1, 'Phone')));
    const phone = await row('Phone');
    await user.click(phone.getByText('Remove'));
    await user.click(phone.getByText('Use a passkey'));
    (await question())?.answer();
    expect(await phone.findByText('Confirmed with your passkey')).toHaveFocus();
    await user.click(phone.getByText('Remove the passkey'));
    expect(await content().findByText(NONE)).toBeVisible();
    expect(focusedSection()).toBe('Passkeys');
    expect(bodies(calls.removePasskey)).toEqual([{ passkey: sentPasskey }]);
  });

  it('stay without proof: cancelled, or refused by the API', async () => {
    const { question } = fakeAuthenticator();
    const { user } = await openAccount(
      answer(calls.removePasskey, failing('invalid-passkey')),
      ...passkeysApi(passkey(1, 'Phone')),
    );
    const phone = await row('Phone');
    await user.click(phone.getByText('Remove'));
    await user.click(phone.getByText('Use a passkey'));
    (await question())?.refuse();
    await waitFor(() => expect(phone.getByText('Use a passkey')).not.toHaveAttribute('aria-busy'));
    await user.click(phone.getByText('Use a passkey'));
    (await question(2))?.answer();
    await phone.findByText('Confirmed with your passkey');
    await user.click(phone.getByText('Remove the passkey'));
    expect(await phone.findByText(/^This passkey was not accepted/)).toBeVisible();
    expect(phone.getByLabelText(/^Your password/)).toBeVisible();
    await user.click(phone.getByText('Keep it'));
    expect(phone.getByText('Remove')).toHaveFocus();
  });

  it('passkeys that cannot be read are reported, with a retry', async () => {
    fakeAuthenticator();
    let available = false;
    const { user } = await openAccount(
      answer(calls.listPasskeys, () => (available ? { passkeys: [] } : failing('network')())),
    );
    expect(await content().findByRole('alert')).toHaveTextContent('could not be reached');
    available = true;
    await user.click(button('Try again'));
    expect(await content().findByText(NONE)).toBeVisible();
  });
});

describe('the proof by a passkey', () => {
  it('replaces the current password for a new one', async () => {
    const { question } = fakeAuthenticator();
    const { user, bodies } = await openAccount(
      answer(calls.changePassword, () => ({ message: 'ok' })),
      ...passkeysApi(passkey(1, 'Phone')),
    );
    await user.click(await content().findByText('Use a passkey'));
    (await question())?.answer();
    await content().findByText('Confirmed with your passkey');
    fill('New password', 'battery staple');
    fill('Confirm new password', 'battery staple');
    await user.click(button('Change Password'));
    await waitFor(() => expect(field('Current password')).toHaveValue(''));
    expect(bodies(calls.changePassword)).toEqual([{ newPassword: 'battery staple', passkey: sentPasskey }]);
  });

  it('shows only that the account was deleted, when the answer to that was lost', async () => {
    fakeAuthenticator();
    const { user, router } = await openAccount(
      answer(calls.deleteAccount, failing('network', { status: 0 })),
      answer(calls.startReauthentication, failing('not-signed-in', { status: 401 })),
      ...passkeysApi(passkey(1, 'Phone')),
    );
    await user.click(await content().findByText('Delete my account…', { selector: 'button' }));
    fill('Your password', 'correct horse');
    await user.click(button('Delete my account for good'));
    await content().findByText(/^We don’t know whether your account has been deleted/);
    const form = button('Delete my account for good').closest('form');
    if (!form) throw new Error('The button has no form.');
    await user.click(within(form).getByText('Use a passkey'));
    expect(await screen.findByText('Your account has been deleted.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.queryByText(messages.somethingWrong)).not.toBeInTheDocument();
  });
});
