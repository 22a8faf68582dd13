import { calls, sentAnchors } from '@isa/api-contract';
import { useHost, useHydrated } from '@isa/contract';
import { Alert, Button, Columns, Stack, TextField, VisuallyHidden } from '@isa/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useNavigate } from '@isa/contract/router';
import { useLocation } from 'react-router-dom';
import { readRegistry } from '../../../platform/formats/inlined-registry';
import { failureText, isInvalidLink, loadFailureText } from '../failure-text';
import { PermanentNotice } from '../toaster';
import { useAction } from '../use-action';

const PREFIX = '#newsletter=';

/** The same for all addresses, so that it does not reveal who reads the newsletter. */
const NEXT_STEP =
  'Please check your inbox. Our message has a link to confirm, or says that you are already subscribed.';

/** Asks the visitor of `/#newsletter=<token>` to confirm: scanners open links, but press no button. */
export function NewsletterConfirmation() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  // The prerendered page knows no hash.
  const hydrated = useHydrated();
  const token = hydrated && hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : '';
  const shown = useRef(hash);
  useEffect(() => {
    shown.current = hash;
  }, [hash]);
  const { busy, run } = useAction(async () => {
    try {
      await api(calls.confirmNewsletter, { body: { token } });
      toasts.show({ tone: 'success', text: 'Welcome! Your subscription is confirmed.' });
    } catch (error) {
      // After any other failure the notice stays, because its button may be pressed again.
      if (!isInvalidLink(error)) throw error;
      toasts.show({ tone: 'error', text: 'This newsletter link is no longer valid.' });
    }
    // The visitor may be on another page by now.
    if (shown.current === hash) await navigate(pathname, { replace: true, preventScrollReset: true });
  }, loadFailureText);

  return (
    <PermanentNotice role="status">
      {token !== '' && (
        <>
          <span>Subscribe to our newsletter?</span>
          <Button size="small" busy={busy} onClick={run}>
            Yes, subscribe me
          </Button>
        </>
      )}
    </PermanentNotice>
  );
}

/** A confirmation that only the visitor sees whom the plain form post redirected to this anchor. */
const SentWithoutScripts = styled.div`
  display: none;
  &:target {
    display: block;
  }
`;

type State =
  | { readonly step: 'open' | 'sending' | 'sent' }
  | { readonly step: 'failed'; readonly text: string };

/** The newsletter sign-up (specification §2): native validation, and a plain form post before hydration. */
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
        { body: { EMAIL: textOf(data.get('EMAIL')), b_reference: textOf(data.get('b_reference')) } },
        { signal: controller.signal },
      );
      form.reset();
      setState({ step: 'sent' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'failed', text: failureText(error) });
    }
  }

  return (
    <Stack
      as="form"
      gap={3}
      action={calls.newsletter.path}
      method="post"
      aria-label="Newsletter"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        const form = event.currentTarget;
        const { newsletterUrl } = readRegistry(document);
        if (newsletterUrl !== undefined) {
          // The browser sends the form to the provider itself.
          form.action = newsletterUrl;
          form.target = '_blank';
          return;
        }
        event.preventDefault();
        void send(form);
      }}
    >
      <Columns from="sm" widths="1fr auto" gap={3} align="end">
        <TextField
          label="Email address"
          name="EMAIL"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
        <Button type="submit" variant="secondary" busy={state.step === 'sending'}>
          Subscribe
        </Button>
      </Columns>
      {/* Bots fill in every field, also this one, which browsers and password managers pass by: it cannot have the focus. */}
      <VisuallyHidden as="div" inert aria-hidden="true">
        <label>
          Leave this empty
          <input name="b_reference" tabIndex={-1} autoComplete="off" defaultValue="" />
        </label>
      </VisuallyHidden>
      <SentWithoutScripts id={sentAnchors.newsletter}>
        <Alert tone="success" title="One more step">
          {NEXT_STEP}
        </Alert>
      </SentWithoutScripts>
      {state.step === 'sent' && (
        <Alert tone="success" title="Nearly there">
          {NEXT_STEP}
        </Alert>
      )}
      {state.step === 'failed' && <Alert tone="error">{state.text}</Alert>}
    </Stack>
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
