import { createHash } from 'node:crypto';
import { decodeDifference, dictionaryOf, encodeDifference } from './difference';

const former = Buffer.from(
  Array.from({ length: 500 }, (_, index) => `export const v${index * 7919} = ${index};`).join(''),
);
const script = Buffer.from(former.toString().replace('v7919 = 1;', 'v7919 = 2;'));

it('writes the header of RFC 9842 and decodes to the same bytes', async () => {
  const difference = await encodeDifference(script, former);
  const hash = createHash('sha256').update(former).digest();
  expect(difference.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(difference.subarray(8, 40)).toEqual(hash);
  expect(difference.length).toBeLessThan(120);
  expect(dictionaryOf(difference)).toBe(hash.toString('base64'));
  expect(await decodeDifference(difference, former, script.length)).toEqual(script);
});

it('decodes sizes of every length of a frame header', async () => {
  const long = Buffer.from(script.toString().repeat(6));
  for (const length of [1, 255, 256, 65_791, 65_792]) {
    const bytes = long.subarray(0, length);
    expect(await decodeDifference(await encodeDifference(bytes, former), former, length)).toEqual(bytes);
  }
});

it('rejects another dictionary, damaged data, and more bytes than expected', async () => {
  const difference = await encodeDifference(script, former);
  expect(await decodeDifference(difference, script, script.length)).toBeUndefined();
  expect(await decodeDifference(difference, former, script.length - 1)).toBeUndefined();
  expect(await decodeDifference(difference.subarray(0, 50), former, script.length)).toBeUndefined();
  expect(await decodeDifference(Buffer.from('evil'), former, script.length)).toBeUndefined();
  const damaged = Buffer.from(difference);
  damaged.writeUInt8(damaged.readUInt8(60) ^ 255, 60);
  expect(await decodeDifference(damaged, former, script.length)).not.toEqual(script);
});

it('allocates no more than the expected size for a frame that announces gigabytes', async () => {
  const difference = await encodeDifference(Buffer.alloc(70_000, 'a'), former);
  // A size of four bytes comes after the frame's magic number and descriptor.
  difference.writeUInt32LE(0xf0000000, 45);
  expect(await decodeDifference(difference, former, 70_000)).toBeUndefined();
});
