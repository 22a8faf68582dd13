import { trackingLink } from './tracking';

describe('trackingLink', () => {
  it.each([
    ['AB123456785GB', 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB'],
    ['ab 1234 5678 5 gb', 'https://www.royalmail.com/track-your-item#/tracking-results/AB123456785GB'],
    ['https://track.dpd.co.uk/parcels/1*2', 'https://track.dpd.co.uk/parcels/1*2'],
  ])('leads from %s to its carrier', (number, link) => {
    expect(trackingLink(number)).toBe(link);
  });

  it.each([
    '',
    'RM 123 456',
    'javascript:alert(1)',
    'http://track.example/1',
    'https://',
    'https://royalmail.com@evil.example/',
  ])('gives no link for %s', (number) => {
    expect(trackingLink(number)).toBeUndefined();
  });
});
