import { PREMIUM_ID } from '@isa/api-contract';
import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
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

renderStandalone(remote, host, <GlobalStyle />);
