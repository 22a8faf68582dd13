import { calls } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { failureText, isInvalidLink } from './failure-text';

const PREFIX = '#newsletter=';

/** Confirms the newsletter when its e-mail's link (`/#newsletter=<token>`) is opened, and shows a toast. */
export function NewsletterConfirmation() {
  const { api, toasts } = useHost();
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const token = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : '';

  useEffect(() => {
    if (token === '') return;
    // Deferred, because Strict Mode mounts twice in development and the token works once.
    const timer = setTimeout(() => {
      // Removes the token, so that it is neither shared nor sent again by a reload.
      void navigate(pathname, { replace: true, preventScrollReset: true });
      api(calls.confirmNewsletter, { body: { token } }).then(
        () => toasts.show({ tone: 'success', text: 'Welcome. Your newsletter is confirmed.' }),
        (error: unknown) =>
          toasts.show({
            tone: 'error',
            text: isInvalidLink(error) ? 'This newsletter link is no longer valid.' : failureText(error),
          }),
      );
    });
    return () => clearTimeout(timer);
  }, [api, navigate, pathname, toasts, token]);

  return null;
}
