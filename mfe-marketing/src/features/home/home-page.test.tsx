import { fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import marketing from '../../remote';
import { answers } from '../../testing/fixtures';
import { fakeIntersections } from '../../testing/intersections';
import '../../testing/timeouts';

beforeEach(async () => {
  fakeIntersections();
  render(remoteAt(marketing, '/', fakeHost({ answers })).element);
  await screen.findByRole('heading', { level: 1 });
});

const region = (name: string) => screen.getByRole('region', { name });

describe('the home page', () => {
  it('has the blocks of specification §1 in their order', () => {
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'The handbook, in two volumes',
      'Four decades unnoticed',
      'Our Upcoming Courses',
      'What We Do',
      'The work, in fourteen seconds',
      'Who Is the Academy',
      'Meet the Training Team',
    ]);
    expect(document.querySelector('main, body')?.textContent).toMatch(/remembers you, you were prepared/);
  });

  it('links from the hero to all courses and to the latest ones', () => {
    expect(screen.getByRole('link', { name: 'All training courses' })).toHaveAttribute(
      'href',
      '/isa-all-training-courses',
    );
    expect(screen.getByRole('link', { name: 'Latest courses' })).toHaveAttribute('href', '/#latest-courses');
    expect(region('Our Upcoming Courses')).toHaveAttribute('id', 'latest-courses');
  });

  it('shows prices, old prices and shipping of the offers', () => {
    const offers = within(region('The handbook, in two volumes')).getAllByRole('listitem');
    expect(offers.map((offer) => offer.querySelector('del')?.textContent)).toEqual([
      '£38.60',
      '£38.60',
      undefined,
    ]);
    expect(
      offers.map((offer) => /now £(\d+\.\d\d)|£(65\.00)/.exec(offer.textContent)?.slice(1).join('')),
    ).toEqual(['34.74', '34.74', '65.00']);
    for (const offer of offers) expect(offer).toHaveTextContent('GBP / shipping £15.00 per order');
    expect(within(offers[2] ?? document.body).getByRole('link')).toHaveAttribute('href', '/isa-books/3');
  });

  it('shows the specified dates, marks them as past and links to the contact page', () => {
    const upcoming = region('Our Upcoming Courses');
    expect(upcoming).toHaveTextContent('20.02.2023 to 20.03.2023'.replaceAll(' ', ''));
    expect(upcoming).toHaveTextContent('This run is over');
    expect(within(upcoming).getByRole('link', { name: 'Ask for the next run' })).toHaveAttribute(
      'href',
      '/contact',
    );
  });

  it('links each benefit to the terms', () => {
    const links = within(region('What We Do')).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '24/7 support',
      'Secure payments',
      'Periodic updates',
    ]);
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/terms-and-conditions#/);
  });

  it('contains the academy’s claims', () => {
    const who = region('Who Is the Academy');
    for (const claim of [
      'ISO 9001',
      'ISO 27001',
      '90%',
      'three months',
      'two weeks',
      '40%',
      '25%',
      'headquarters',
    ]) {
      expect(who).toHaveTextContent(claim);
    }
  });

  it('has structured data of the organisation and the film', () => {
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as { '@type': string },
    );
    expect(data.map((item) => item['@type'])).toEqual(['EducationalOrganization', 'VideoObject']);
  });
});
