import { createHash } from 'node:crypto';
import { decodeDelta, dictionaryOf, encodeDelta } from './delta';

const former = Buffer.from(
  Array.from({ length: 500 }, (_, index) => `export const v${index * 7919} = ${index};`).join(''),
);
const script = Buffer.from(former.toString().replace('v7919 = 1;', 'v7919 = 2;'));

it('writes the header of RFC 9842 and decodes to the same bytes', async () => {
  const delta = await encodeDelta(script, former);
  const hash = createHash('sha256').update(former).digest();
  expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(delta.subarray(8, 40)).toEqual(hash);
  expect(delta.length).toBeLessThan(120);
  expect(dictionaryOf(delta)).toBe(hash.toString('base64'));
  expect(await decodeDelta(delta, former, script.length)).toEqual(script);
});

it('decodes sizes of every length of a frame header', async () => {
  const long = Buffer.from(script.toString().repeat(6));
  for (const length of [1, 255, 256, 65_791, 65_792]) {
    const bytes = long.subarray(0, length);
    expect(await decodeDelta(await encodeDelta(bytes, former), former, length)).toEqual(bytes);
  }
});

it('rejects another dictionary, damaged data, and more bytes than expected', async () => {
  const delta = await encodeDelta(script, former);
  expect(await decodeDelta(delta, script, script.length)).toBeUndefined();
  expect(await decodeDelta(delta, former, script.length - 1)).toBeUndefined();
  expect(await decodeDelta(delta.subarray(0, 50), former, script.length)).toBeUndefined();
  expect(await decodeDelta(Buffer.from('evil'), former, script.length)).toBeUndefined();
  const damaged = Buffer.from(delta);
  damaged.writeUInt8(damaged.readUInt8(60) ^ 255, 60);
  expect(await decodeDelta(damaged, former, script.length)).not.toEqual(script);
});

it('allocates no more than the expected size for a frame that announces gigabytes', async () => {
  const delta = await encodeDelta(Buffer.alloc(70_000, 'a'), former);
  // The four bytes of the size follow the frame's magic number and descriptor.
  delta.writeUInt32LE(0xf0000000, 45);
  expect(await decodeDelta(delta, former, 70_000)).toBeUndefined();
});
