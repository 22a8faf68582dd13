import { emailAddress, emailKey } from './email-address';

const decomposed = (text: string) => text.normalize('NFD');

it.each([
  [' Jo.Smith+shop@Example.ORG ', 'Jo.Smith+shop@example.org', 'jo.smith+shop@example.org'],
  ['jo@bücher.example', 'jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['jo@example.org\u200B', 'jo@example.org', 'jo@example.org'],
  ['\uFEFFjo@example.org\n', 'jo@example.org', 'jo@example.org'],
  ['\u202Ajo@example.org\u202C', 'jo@example.org', 'jo@example.org'],
  [' \u2068\u200Ejo@example.org\u00AD\u2069 ', 'jo@example.org', 'jo@example.org'],
  ['MailTo:jo@example.org', 'jo@example.org', 'jo@example.org'],
  ['JO@BÜCHER.EXAMPLE', 'JO@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['jo@XN--BCHER-KVA.example', 'jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  [decomposed('jo@bücher.example'), 'jo@xn--bcher-kva.example', 'jo@xn--bcher-kva.example'],
  ['jo@straße.example', 'jo@xn--strae-oqa.example', 'jo@xn--strae-oqa.example'],
  ['jo@STRAẞE.example', 'jo@xn--strae-oqa.example', 'jo@xn--strae-oqa.example'],
  ['иван@почта.рф', 'иван@xn--80a1acny.xn--p1ai', 'иван@xn--80a1acny.xn--p1ai'],
  [decomposed('jörg@example.org'), 'jörg@example.org', 'jörg@example.org'],
  ['JÖRG@example.org', 'JÖRG@example.org', 'jörg@example.org'],
  ["o'hara@example.org", "o'hara@example.org", "o'hara@example.org"],
  ['ΝΙΚΟΣ@example.org', 'ΝΙΚΟΣ@example.org', 'νικοσ@example.org'],
  ['νικος@example.org', 'νικος@example.org', 'νικοσ@example.org'],
  ['İpek@example.org', 'İpek@example.org', 'i̇pek@example.org'],
])('%j is stored as %j and found by %j', (typed, address, key) => {
  expect([emailAddress(typed), emailKey(typed)]).toEqual([address, key]);
  // Both forms are stable.
  expect([emailAddress(address), emailKey(address), emailKey(key)]).toEqual([address, key, key]);
});

it.each([
  ['full-width letters', 'ｖictim@example.org'],
  ['a full-width at sign', 'victim＠example.org'],
  ['a full-width domain', 'victim@ｅxample.org'],
  ['an ideographic full stop', 'victim@example。org'],
  ['a ligature', 'oﬃce@example.org'],
  ['a long s', 'hanſ@example.org'],
  ['the Kelvin sign', '\u212Aim@example.org'],
  ['the Kelvin sign in the domain', 'jo@\u212Aim.example'],
  ['a circled letter', 'victim@ⓔxample.org'],
  ['a zero-width space', 'vic\u200Btim@example.org'],
  ['a joiner', 'vic\u200Dtim@example.org'],
  ['a soft hyphen', 'vic\u00ADtim@example.org'],
  ['a soft hyphen in the domain', 'victim@exam\u00ADple.org'],
  ['an invisible letter', 'vic\u3164tim@example.org'],
  ['a variation selector', 'victim\uFE0F@example.org'],
  ['a direction override', '\u202Emitciv@example.org'],
  ['a direction override at the end', 'victim@example.org\u202E'],
  ['two schemes', 'mailto:mailto:victim@example.org'],
  ['a scheme alone', 'mailto:'],
  ['a control character', 'vic\u0000tim@example.org'],
  ['an unpaired surrogate', 'vic\uD83Dtim@example.org'],
  ['a dot after the domain', 'victim@example.org.'],
  ['two dots in the domain', 'victim@example..org'],
  ['a domain without a dot', 'victim@localhost'],
  ['an IP address', 'victim@127.0.0.1'],
  ['a short IP address', 'victim@127.1'],
  ['an IP address in brackets', 'victim@[127.0.0.1]'],
  ['an invalid ASCII label', 'victim@xn--a.example'],
  ['a label that begins with a hyphen', 'victim@-a.example'],
  ['a label that ends with a hyphen', 'victim@a-.example'],
  ['an underscore in the domain', 'victim@a_b.example'],
  ['a label of 64 characters', `victim@${'a'.repeat(64)}.example`],
  ['a percent sign in the domain', 'victim@exam%70le.org'],
  ['a port', 'victim@example.org:80'],
  ['a path', 'victim@example.org/a'],
  ['a quoted local part', '"a b"@example.org'],
  ['a name before the address', 'Jo <jo@example.org>'],
  ['two addresses', 'a@example.org,b@example.org'],
  ['a space', 'a b@example.org'],
  ['no local part', '@example.org'],
  ['nothing', ' '],
])('refuses an address with %s', (_, typed) => {
  expect(emailAddress(typed)).toBeUndefined();
  // The key of what is refused is nobody's, so that it neither occupies nor finds another address.
  expect(emailAddress(emailKey(typed))).toBeUndefined();
});

it('counts the bytes of the address that is mailed', () => {
  const at = (length: number) => `${'a'.repeat(length)}@example.org`;
  expect(emailAddress(at(242))).toHaveLength(254);
  expect(emailAddress(at(243))).toBeUndefined();
  // As typed it has 228 characters, in its ASCII form more than 254.
  const labels = Array.from({ length: 22 }, () => 'büchertürm')
    .join('.')
    .slice(0, 220);
  expect(emailAddress(`jo@${labels}.org`)).toBeUndefined();
  expect(emailAddress(`${'ö'.repeat(122)}@example.org`)).toBeUndefined();
  expect(emailAddress(`${'ö'.repeat(121)}@example.org`)).toBeDefined();
});
