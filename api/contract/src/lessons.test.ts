import { isRecorded, watchableToday } from './lessons';

it('counts a lesson as recorded once it has the address of a recording', () => {
  expect([isRecorded({ courseVideoSrc: '' }), isRecorded({ courseVideoSrc: '/api/video/1001.mp4' })]).toEqual(
    [false, true],
  );
});

it.each([
  [0, /^Pre-order: we are filming now\. Full refund until lesson 1 opens\.$/],
  [12, /^12 of 33 lessons can be watched today\. The other 21 are being filmed: each opens/],
  [32, /^32 of 33 lessons can be watched today\. The other one is being filmed: it opens/],
  [33, /^All 33 lessons can be watched today\.$/],
])('says how many lessons can be watched with %d recordings', (recorded, text) => {
  expect(watchableToday(recorded, 33)).toMatch(text);
});
