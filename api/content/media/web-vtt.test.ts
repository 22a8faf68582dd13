import { webVtt } from './web-vtt';

it('writes times with hours and milliseconds', () => {
  const text = webVtt([{ from: 0.25, to: 3725.0004, text: 'Long' }]);
  expect(text).toBe('WEBVTT\n\n00:00:00.250 --> 01:02:05.000\nLong\n');
});

it('escapes text that would end its cue or start another', () => {
  const text = webVtt([{ from: 0, to: 1, text: 'One\n\n00:00 --> 00:09\n<b>Two</b> & three' }]);
  expect(text.split('\n\n')).toHaveLength(2);
  expect(text).toContain('One 00:00 --&gt; 00:09 &lt;b&gt;Two&lt;/b&gt; &amp; three');
});

it('is valid without cues', () => {
  expect(webVtt([])).toBe('WEBVTT\n');
});
