import { calls, emailError } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { ApiError, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Text } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { failureText, isInvalidLink } from '../layout/failure-text';
import { AccountForm } from './account-form';
import { RememberField, useRemember } from './fields';
import { useAccountForm } from './use-account-form';

/** An address, which breaks anywhere, because it may be wider than a phone. */
const Address = styled.span`
  overflow-wrap: anywhere;
`;

/** Offers a link by mail to owners whose password has to wait because others guess it. */
export function LogInLinkOffer({ email }: { readonly email: string }) {
  const { api } = useHost();
  const [sentTo, setSentTo] = useState<string>();
  const { busy, failure, formProps } = useAccountForm<never>({
    fields: [],
    async send() {
      await api(calls.sendLogInLink, { body: { email } });
      setSentTo(email);
    },
  });

  if (sentTo === email) {
    return (
      <Alert tone="success" title="Check your inbox.">
        If <Address>{sentTo}</Address> has an account, a login link is on its way. Open it in this browser
        within 10 minutes.
      </Alert>
    );
  }
  return (
    <Alert
      tone={failure === undefined ? 'info' : 'error'}
      title={failure ?? 'Don’t want to wait?'}
      action={
        <form {...formProps}>
          <Button type="submit" variant="secondary" busy={busy} disabled={emailError(email) !== undefined}>
            Send me a login link
          </Button>
        </form>
      }
    >
      We can email you a link that logs you in on this browser.
    </Alert>
  );
}

type Refusal = 'invalid' | 'other-browser';

const refusals: Readonly<Record<Refusal, { readonly title: string; readonly text: string }>> = {
  invalid: {
    title: 'This link is no longer valid.',
    text: 'It works once, within 10 minutes, and only in the browser that you requested it from. If the email arrived too late, try your password again, or ask for another link: the next email usually arrives sooner.',
  },
  'other-browser': {
    title: 'This link was requested in another browser.',
    text: 'Open it in the browser that you requested it from, or log in another way here.',
  },
};

/** The page that the mail links to: it logs in when the visitor presses the button. */
export function LinkLogIn({ link }: { readonly link: string }) {
  const { session } = useHost();
  const remember = useRemember();
  const [refusal, setRefusal] = useState<Refusal | undefined>(link === '' ? 'invalid' : undefined);
  const form = useAccountForm<never>({
    fields: [],
    send: () => session.logIn({ link, remember: remember.checked }),
    failed(error) {
      if (error instanceof ApiError && error.id === 'other-browser') setRefusal('other-browser');
      else if (isInvalidLink(error)) setRefusal('invalid');
      else return failureText(error);
      return undefined;
    },
  });

  if (refusal !== undefined) {
    const { title, text } = refusals[refusal];
    return (
      <Alert
        tone="error"
        title={title}
        action={
          <Button as={Link} to={paths.login()} variant="secondary">
            Log in another way
          </Button>
        }
      >
        {text}
      </Alert>
    );
  }
  return (
    <AccountForm form={form} label="Log in with your link" action="Log in">
      <Text>Press the button to log in with the link from your email.</Text>
      <RememberField {...remember} />
    </AccountForm>
  );
}
