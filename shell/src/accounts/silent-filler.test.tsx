import { act, waitFor } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';
import { button, field } from './testing/account-forms';

/** Fills fields in without telling the page, as some password managers do. */
function fillSilently(values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const input = field(label);
    if (input instanceof HTMLInputElement) input.value = value;
  }
}

const customer = { Email: 'ada@academy.test', Password: 'correct horse' };

async function openLogIn() {
  const sent: unknown[] = [];
  const logIn = async (credentials: unknown) => void sent.push(credentials);
  const shell = await renderShell('/login', { sessionCalls: { logIn } });
  return { ...shell, sent };
}

function expectShown() {
  for (const [label, value] of Object.entries(customer)) expect(field(label)).toHaveValue(value);
}

describe('a program that fills in fields without an event', () => {
  it('enables the button', async () => {
    await openLogIn();
    fillSilently(customer);
    await waitFor(() => expect(button('Login')).toBeEnabled());
    expectShown();
  });

  it('is noticed at the latest when the button is pressed', async () => {
    const { user, sent } = await openLogIn();
    fillSilently(customer);
    const area = button('Login').parentElement;
    if (area) await user.click(area);
    await waitFor(() =>
      expect(sent).toMatchObject([{ email: 'ada@academy.test', password: 'correct horse' }]),
    );
    expectShown();
  });

  it('may submit the form itself', async () => {
    const { sent } = await openLogIn();
    fillSilently(customer);
    act(() => button('Login').closest('form')?.requestSubmit());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it('keeps its values when the visitor types into another field, and when one is wrong', async () => {
    const { user } = await openLogIn();
    fillSilently({ Email: 'ada@academy.test' });
    await user.type(field('Password'), 'short');
    expect(field('Email')).toHaveValue('ada@academy.test');
    expect(field('Password')).toHaveValue('short');
    fillSilently({ Password: 'correct horse' });
    await user.type(field('Email'), '{Enter}');
    expectShown();
  });
});
