import { calls } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isDeadLink } from './failure-text';

const MARK = '#newsletter=';

/** Answers the link of the newsletter's confirmation mail, `/#newsletter=<token>`, with a toast. */
export function NewsletterConfirmation() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const token = hash.startsWith(MARK) ? hash.slice(MARK.length) : '';

  useEffect(() => {
    if (token === '') return;
    // One turn later: a page that is drawn twice in development must not spend the token on its first drawing.
    const timer = setTimeout(() => {
      // The address without its token, so that it is neither shared nor spent again by a reload.
      void navigate(pathname, { replace: true, preventScrollReset: true });
      api(calls.confirmNewsletter, { body: { token } }).then(
        () => toasts.show({ tone: 'success', text: 'Welcome. Your newsletter is confirmed.' }),
        (error: unknown) =>
          toasts.show({
            tone: 'error',
            text: isDeadLink(error) ? 'This newsletter link is no longer valid.' : failureText(error),
          }),
      );
    });
    return () => clearTimeout(timer);
  }, [api, navigate, pathname, toasts, token]);

  return null;
}
