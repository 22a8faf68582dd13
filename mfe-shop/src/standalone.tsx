import { PREMIUM_ID } from '@isa/api-contract';
import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import remote from './remote';
import { shopAnswers } from './testing/shop-api';

/** `?basket=empty` starts with an empty basket, `?as=visitor` without a session. */
const parameters = new URLSearchParams(window.location.search);

const host = fakeHost({
  answers: shopAnswers(),
  session: parameters.get('as') === 'visitor' ? { status: 'out' } : { status: 'in', name: 'Sam Reed' },
  items:
    parameters.get('basket') === 'empty'
      ? []
      : [
          { productId: 1, quantity: 2 },
          { productId: PREMIUM_ID, quantity: 1 },
        ],
});

renderStandalone(remote, host, <GlobalStyle />);
