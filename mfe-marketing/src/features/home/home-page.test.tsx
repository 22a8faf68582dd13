import { calls } from '@isa/api-contract';
import { answer, fakeHost, remoteAt, structuredData } from '@isa/contract/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import marketing from '../../remote';
import { answers, courses } from '../../testing/fixtures';
import { fakeIntersections } from '../../testing/intersections';

let element: ReturnType<typeof remoteAt>['element'];

beforeEach(async () => {
  fakeIntersections();
  window.matchMedia = jest.fn().mockReturnValue(Object.assign(new EventTarget(), { matches: false }));
  ({ element } = remoteAt(marketing, '/', fakeHost({ answers })));
  render(element);
  await screen.findByRole('heading', { level: 1 });
});

const region = (name: string) => screen.getByRole('region', { name });

describe('the home page', () => {
  it('has the courses below the hero, then the blocks of specification §1 in their order', () => {
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Check us before you buy',
      'Six courses in person, one online',
      'The handbook begins with two volumes',
      'Four decades unnoticed',
      'Our Upcoming Courses',
      'What We Do',
      'The work, in fourteen seconds',
      'Who Is the Academy',
      'Meet the Training Team',
    ]);
    expect(screen.getByRole('figure')).toHaveTextContent('Preparation gets it through an operation.');
  });

  it('links from the hero to all courses and to the latest ones', () => {
    expect(screen.getByRole('link', { name: 'All training courses' })).toHaveAttribute(
      'href',
      '/isa-all-training-courses',
    );
    expect(screen.getByRole('link', { name: 'Latest courses' })).toHaveAttribute('href', '/#latest-courses');
    expect(region('Six courses in person, one online')).toHaveAttribute('id', 'latest-courses');
  });

  it('shows prices, old prices and shipping of the offers', () => {
    const offers = within(region('The handbook begins with two volumes')).getAllByRole('listitem');
    expect(offers.map((offer) => offer.querySelector('del')?.textContent)).toEqual([
      '£38.60',
      '£38.60',
      undefined,
    ]);
    expect(
      offers.map((offer) => /now £(\d+\.\d\d)|£(65\.00)/.exec(offer.textContent)?.slice(1).join('')),
    ).toEqual(['34.74', '34.74', '65.00']);
    for (const offer of offers) expect(offer).toHaveTextContent('GBP');
    expect(within(offers[2] ?? document.body).getByRole('link')).toHaveAttribute('href', '/isa-books/3');
  });

  it('shows each course with its audience and duration, and the online course in one panel', () => {
    const training = within(region('Six courses in person, one online'));
    const cards = training.getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual(
      courses.map(({ link }) => link),
    );
    for (const [index, { facts }] of courses.entries()) {
      expect(cards[index]).toHaveTextContent(facts.audience);
      expect(cards[index]).toHaveTextContent(facts.duration);
    }
    const online = within(training.getByRole('region', { name: 'Basic Covert Surveillance' }));
    expect(online.getByRole('link')).toHaveAttribute('href', '/isa-online-courses');
    expect(online.getByText(/33 video lessons/)).toHaveTextContent('£88.00 once');
    expect(online.getByText(/^Pre-order: we are filming now\./)).toBeVisible();
  });

  it('says what a buyer can check, and what is available on request', () => {
    const facts = within(region('Check us before you buy'));
    const fact = (term: string) => facts.getByText(term).nextElementSibling;
    expect(fact('ISO 9001 certificate')).toHaveTextContent(
      'Certificate QM 1234, issued by Example Certification. Scope: training of investigators.',
    );
    expect(fact('Company number')).toHaveTextContent(
      'International Surveillance Academy Ltd, number 01234567',
    );
    expect(fact('Insurance')).toHaveTextContent('Professional indemnity, £5 million');
    expect(fact('Who you buy from')).toHaveTextContent(
      'International Surveillance Academy Ltd 6 Cartographers’ Yard',
    );
    expect(
      facts.getByText(
        'Available on request: ISO 27001 certificate, VAT number, vetting of staff, handling of data and references.',
      ),
    ).toBeVisible();
  });

  it('leads with the next run, on request, and names the last one in a line', () => {
    const upcoming = region('Our Upcoming Courses');
    expect(within(upcoming).getByRole('heading', { level: 3 })).toHaveTextContent(
      'Next run: dates on request',
    );
    expect(within(upcoming).getByText(/^Last run/).parentElement).toHaveTextContent(
      'Last run: 20.02.2023 to 20.03.2023',
    );
    expect(upcoming).toHaveTextContent('apply on the contact form');
    expect(within(upcoming).getByRole('link', { name: 'Ask for the next run' })).toHaveAttribute(
      'href',
      '/contact#form',
    );
  });

  it('says of a run that has begun that it is under way, and does not invite to apply for it', async () => {
    cleanup();
    const begun = answer(calls.listCourses, () => ({
      courses: courses.map((course, index) => ({
        ...course,
        runs: index === 0 ? [{ from: '2026-01-01', to: '2099-06-30' }] : [],
      })),
    }));
    render(remoteAt(marketing, '/', fakeHost({ answers: [begun, ...answers] })).element);
    const upcoming = await screen.findByRole('region', { name: 'Our Upcoming Courses' });
    expect(upcoming).toHaveTextContent('Next run: dates on request');
    expect(upcoming).toHaveTextContent('Under way: 01.01.2026 to 30.06.2099');
    expect(upcoming).not.toHaveTextContent('Places are limited');
    expect(within(upcoming).getByRole('link', { name: 'Ask for the next run' })).toBeVisible();
  });

  it('opens the founder’s profile at the configured address', () => {
    expect(screen.getByRole('link', { name: 'Profile on LinkedIn' })).toHaveAttribute(
      'href',
      'https://network.example/founder',
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
    expect(structuredData(element)).toEqual([
      expect.objectContaining({ '@type': 'EducationalOrganization' }),
      expect.objectContaining({ '@type': 'VideoObject' }),
    ]);
  });
});
