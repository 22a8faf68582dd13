import { calls, sentAnchors } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { Alert, Button, media, TextField, tokens, visuallyHidden } from '@isa/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { failureText } from '../failure-text';

const Form = styled.form`
  display: grid;
  gap: ${tokens.space(3)};
`;

const Row = styled.div`
  display: grid;
  gap: ${tokens.space(3)};
  align-items: end;
  ${media.up('sm')} {
    grid-template-columns: 1fr auto;
  }
`;

/** Machines fill in every field they find; people neither see nor reach this one. */
const Honeypot = styled.div`
  ${visuallyHidden}
`;

/** Without scripts the form leads back to its page and here: shown to nobody but whoever it led. */
const Arrived = styled.div`
  display: none;
  &:target {
    display: block;
  }
`;

type State =
  { readonly step: 'open' | 'sending' | 'sent' } | { readonly step: 'failed'; readonly text: string };

/**
 * The newsletter sign-up (specification §2): native checks only, and a plain form post where scripts have
 * not arrived.
 */
export function Newsletter() {
  const { api } = useHost();
  const [state, setState] = useState<State>({ step: 'open' });
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(form: HTMLFormElement) {
    if (state.step === 'sending') return;
    const controller = new AbortController();
    sending.current = controller;
    setState({ step: 'sending' });
    const data = new FormData(form);
    try {
      await api(
        calls.newsletter,
        { body: { EMAIL: textOf(data, 'EMAIL'), b_name: textOf(data, 'b_name') } },
        { signal: controller.signal },
      );
      form.reset();
      setState({ step: 'sent' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'failed', text: failureText(error) });
    }
  }

  return (
    <Form
      action={calls.newsletter.path}
      method="post"
      aria-label="Newsletter"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <Row>
        <TextField
          label="E-mail address"
          name="EMAIL"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <Button type="submit" busy={state.step === 'sending'}>
          Subscribe
        </Button>
      </Row>
      <Honeypot aria-hidden="true">
        <label>
          Leave this empty
          <input name="b_name" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </Honeypot>
      <Arrived id={sentAnchors.newsletter}>
        <Alert tone="success" title="One more step">
          Please follow the link in the message that we have just sent you.
        </Alert>
      </Arrived>
      {state.step === 'sent' && (
        <Alert tone="success" title="Nearly there">
          Please follow the link in the message that we have just sent you.
        </Alert>
      )}
      {state.step === 'failed' && <Alert tone="error">{state.text}</Alert>}
    </Form>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
