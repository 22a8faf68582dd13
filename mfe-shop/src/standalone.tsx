import { PREMIUM_ID } from '@isa/api-contract';
import { fakeHost, remoteInBrowser } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { createRoot } from 'react-dom/client';
import remote from './remote';
import { shopAnswers } from './testing/shop-api';

/**
 * The shop alone: the real pages, a prepared API, and a basket with a book and premium access.
 * `?basket=empty` starts without them, `?as=visitor` without a session.
 */
const wanted = new URLSearchParams(window.location.search);

const host = fakeHost({
  answers: shopAnswers(),
  session: wanted.get('as') === 'visitor' ? { status: 'out' } : { status: 'in', name: 'Sam Reed' },
  items:
    wanted.get('basket') === 'empty'
      ? []
      : [
          { productId: 1, quantity: 2 },
          { productId: PREMIUM_ID, quantity: 1 },
        ],
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <>
    <GlobalStyle />
    {remoteInBrowser(remote, host)}
  </>,
);
