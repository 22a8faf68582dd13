import { calls } from '@isa/api-contract';
import { answer, fakeHost, remoteAt, structuredData } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import marketing from '../../remote';
import { aCourse, answers, courses } from '../../testing/fixtures';

async function open(address: string, host = fakeHost({ answers })) {
  const { element, router } = remoteAt(marketing, address, host);
  render(element);
  await screen.findByRole('heading', { level: 1 });
  return { element, router };
}

describe('the training course pages', () => {
  it('list all courses as cards with picture, name, link and "Read More"', async () => {
    await open('/isa-all-training-courses');
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual(
      courses.map(({ link }) => link),
    );
    for (const card of cards) {
      expect(card).toHaveTextContent('Read More');
      expect(card.querySelector('img')).toHaveAttribute('src', expect.stringMatching(/^\/art\/courses\//));
    }
  });

  it('list the courses of a category alongside the sidebar', async () => {
    await open('/isa-investigations-courses');
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('link').textContent)).toEqual([
      'Level 4 Certificate',
      'Management',
    ]);
    for (const card of cards) expect(card).toHaveTextContent('8 to 12');
    const links = (name: string) => within(screen.getByRole('navigation', { name })).getAllByRole('link');
    expect(links('Books')).toHaveLength(3);
    expect(links('Popular Courses')).toHaveLength(3);
    expect(links('All Courses')).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'Contact the company' })).toHaveAttribute('href', '/contact');
    const founder = screen.getByRole('link', { name: /founder on LinkedIn/ });
    expect(founder).toHaveAttribute('href', 'https://network.example/founder');
    expect(founder).toHaveAttribute('target', '_blank');
  });

  it('link to the configured contact page of the company', async () => {
    const companyContact = 'https://company.example/contact';
    const configured = answer(calls.readSiteLinks, () => ({ founderProfile: '/', companyContact }));
    await open('/isa-investigations-courses', fakeHost({ answers: [configured, ...answers] }));
    expect(screen.getByRole('link', { name: /Contact the company/ })).toHaveAttribute('href', companyContact);
  });

  it('answer what a person who wants to book needs to know', async () => {
    await open('/isa-surveillance-course-6');
    const booking = within(screen.getByRole('region', { name: 'Book this course' }));
    expect(booking.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Four weeks',
      'Headquarters',
      '8 to 12',
      'English',
      'On request',
      'Dates on request',
    ]);
    expect(booking.getByRole('link', { name: 'Apply for this course' })).toHaveAttribute(
      'href',
      '/contact#form',
    );
  });

  it('keep each date of the next run on one line', async () => {
    const [card] = courses;
    if (!card) throw new Error('No course in the fixtures.');
    const runs = [{ from: '2099-06-01', to: '2099-06-30' }];
    const planned = answer(calls.readCourse, () => ({ course: aCourse(card, { runs }) }));
    await open(card.link, fakeHost({ answers: [planned, ...answers] }));
    const [, ...terms] = screen.getByText('Next run').closest('div')?.children ?? [];
    expect(terms.map(({ textContent }) => textContent)).toEqual([
      '1\u00A0June\u00A02099 to 30\u00A0June\u00A02099',
    ]);
  });

  it('do not offer a run that has begun as the next one', async () => {
    const [card] = courses;
    if (!card) throw new Error('No course in the fixtures.');
    const runs = [{ from: '2026-01-01', to: '2099-06-30' }];
    const planned = answer(calls.readCourse, () => ({ course: aCourse(card, { runs }) }));
    await open(card.link, fakeHost({ answers: [planned, ...answers] }));
    const textOf = (term: string) => screen.getByText(term).closest('div')?.lastElementChild?.textContent;
    expect(textOf('Next run')).toBe('Dates on request');
    expect(textOf('Under way')).toBe('1\u00A0January\u00A02026 to 30\u00A0June\u00A02099');
  });

  it('describe a course in sections with links to them', async () => {
    await open('/isa-surveillance-course-6');
    for (const title of ['Who it is for', 'Aims', 'Modules', 'What is provided', 'How to apply']) {
      const region = screen.getByRole('region', { name: title });
      const tab = within(screen.getByRole('navigation', { name: 'On this page' })).getByRole('link', {
        name: title,
      });
      expect(tab).toHaveAttribute('href', `#${region.id}`);
    }
    expect(screen.getByText('Four weeks.')).toBeInTheDocument();
    const all = within(screen.getByRole('navigation', { name: 'All Courses' }));
    expect(all.getByRole('link', { current: 'page' })).toHaveTextContent('Deepening Course');
  });

  it('show the notice of a course', async () => {
    const [card] = courses;
    if (!card) throw new Error('No course in the fixtures.');
    const notice = 'Offered only on request by government bodies.';
    const conditional = answer(calls.readCourse, () => ({ course: aCourse(card, { notice }) }));
    await open(card.link, fakeHost({ answers: [conditional, ...answers] }));
    expect(screen.getByText(notice)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Apply for this course' })).not.toBeInTheDocument();
  });

  it('pass the course name to the contact form', async () => {
    const { router } = await open('/isa-surveillance-course-6');
    await userEvent.click(screen.getByRole('link', { name: 'Apply for this course' }));
    expect(router.state.location).toMatchObject({
      pathname: '/contact',
      hash: '#form',
      state: { about: 'Deepening Course', booking: true },
    });
    expect(await screen.findByRole('form', { name: 'Applying for: Deepening Course' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: /^Department/ })).toHaveValue('Sales');
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue(
      'About: Deepening Course\nPreferred dates: \nNumber of people: \n\n',
    );
  });

  it('have structured data with breadcrumbs', async () => {
    const { element } = await open('/isa-intelligence-course-1');
    const data = structuredData(element);
    expect(data[0]).toMatchObject({
      '@type': 'Course',
      url: 'https://academy.test/isa-intelligence-course-1',
      provider: { name: 'International Surveillance Academy' },
    });
    expect(data[1]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home' },
        { name: 'Training Courses' },
        { name: 'Intelligence' },
        { name: 'Departments' },
      ],
    });
  });
});
