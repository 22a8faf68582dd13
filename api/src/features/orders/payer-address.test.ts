import { payerAddress } from './record-payment';

test.each([
  ['Jo@bücher.example', 'Jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['JO@xn--bcher-kva.example', 'JO@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['not an address', 'not an address', null],
  [undefined, null, null],
])('the payer’s address %s is stored as %s, with the key %s', (given, buyerEmail, buyerEmailKey) => {
  expect(payerAddress(given)).toEqual({ buyerEmail, buyerEmailKey });
});
