import { generateKeyPairSync, sign } from 'node:crypto';
import { createReadToken, isReadToken } from './read-token';

const [ours, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const publicKey = ({ publicKey: key }: typeof ours) =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const NOW = Date.UTC(2026, 10, 27);
const MINUTE_MS = 60_000;

it('accepts the token of each trusted key', () => {
  const keys = [publicKey(ours), publicKey(theirs)];
  for (const { privateKey } of [ours, theirs])
    expect(isReadToken(createReadToken(privateKey, NOW), keys, NOW)).toBe(true);
});

it('refuses a token signed with another key, and every token while no key is trusted', () => {
  expect(isReadToken(createReadToken(theirs.privateKey, NOW), [publicKey(ours)], NOW)).toBe(false);
  expect(isReadToken(createReadToken(ours.privateKey, NOW), [], NOW)).toBe(false);
});

it.each([
  [-5, true],
  [5, true],
  [-6, false],
  [6, false],
])('judges a token at %d minutes from its time: %s', (minutes, isValid) => {
  const token = createReadToken(ours.privateKey, NOW);
  expect(isReadToken(token, [publicKey(ours)], NOW + minutes * MINUTE_MS)).toBe(isValid);
});

it('refuses a token with another time, a longer one, and a signature of anything else', () => {
  const token = createReadToken(ours.privateKey, NOW);
  const signed = (text: string) => sign(null, Buffer.from(text), ours.privateKey).toString('base64url');
  const forged = [
    token.replace(String(NOW), String(NOW + 1)),
    token.replace(String(NOW), `0${NOW}`),
    `${token}A`,
    `${token} `,
    `${NOW}.${signed(String(NOW))}`,
    `${NOW}.${signed(JSON.stringify(`isa-read ${NOW}`))}`,
    '',
    `${NOW}.`,
  ];
  expect(forged.filter((one) => isReadToken(one, [publicKey(ours)], NOW))).toEqual([]);
});
