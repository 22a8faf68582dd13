import { render, screen } from '@testing-library/react';
import { answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { calls } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import marketing from './remote';
import { answers } from './testing/fixtures';
import { fakeIntersections } from './testing/intersections';

beforeEach(() => {
  fakeIntersections();
  // The function is defined here, because jsdom has none.
  window.matchMedia = jest.fn().mockReturnValue(Object.assign(new EventTarget(), { matches: false }));
});

function open(address: string, host = fakeHost({ answers })) {
  const { element } = remoteAt(marketing, address, host);
  render(element);
  return host;
}

const addresses = [
  '/',
  '/Home',
  '/isa-about-us',
  '/contact',
  '/isa-all-training-courses',
  '/isa-surveillance-courses',
  '/isa-investigations-courses',
  '/isa-intelligence-courses',
  '/isa-surveillance-course-6',
  '/isa-surveillance-course-8',
  '/isa-investigations-course-1',
  '/isa-investigations-course-3',
  '/isa-intelligence-course-1',
  '/isa-intelligence-course-2',
  '/isa-services',
  '/isa-services/investigations',
  '/isa-services/consultancy',
  '/isa-blog',
  '/isa-blog/2',
  '/terms-and-conditions',
  '/disclaimer',
  '/privacy-policy',
  '/copyright-policy',
  '/cookie-policy',
];

describe('the marketing remote', () => {
  it('has the routes of the specification’s table', () => {
    const expected = addresses.map((address) => address.replace('/isa-blog/2', '/isa-blog/:postId'));
    expect(marketing.routes.map(({ path }) => path)).toEqual(expect.arrayContaining(expected));
  });

  it.each(addresses)('%s has one h1, a description and a canonical address', async (address) => {
    open(address);
    expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(170);
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `https://academy.test${address === '/Home' ? '/' : address}`,
    );
  });

  it.each([
    ['/', 'home', 'light'],
    ['/Home', 'home', 'light'],
    ['/isa-about-us', 'about', undefined],
    ['/contact', 'contact', undefined],
    ['/isa-blog', undefined, undefined],
  ])('%s declares its header and footer', (address, header, footer) => {
    const route = marketing.routes.find(({ path }) => path === address);
    expect([route?.header, route?.footer]).toEqual([header, footer]);
  });

  it('has its menu entries, with the four lists of training courses', () => {
    expect(marketing.menu.map(({ label, order }) => [label, order])).toEqual([
      ['Home', 10],
      ['About Us', 20],
      ['Training Courses', 30],
      ['Services', 60],
      ['Blog', 70],
    ]);
    expect(marketing.menu[2]?.children?.map(({ label, path }) => [label, path])).toEqual([
      ['All', '/isa-all-training-courses'],
      ['Surveillance', '/isa-surveillance-courses'],
      ['Investigations', '/isa-investigations-courses'],
      ['Intelligence', '/isa-intelligence-courses'],
    ]);
  });

  it('renders nothing of a page whose data failed to load', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const unreachable = answer(calls.listPosts, () => {
      throw new ApiError('network', 'No connection.');
    });
    open('/isa-blog', fakeHost({ answers: [unreachable, ...answers] }));
    expect(await screen.findByText('No connection.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Blog' })).not.toBeInTheDocument();
  });
});
