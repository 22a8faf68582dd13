import { calls, type CourseCard } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen } from '@testing-library/react';
import remote from '../../remote';
import { sampleFeatureCourses } from './fixtures';

function open(respond: () => { courses: CourseCard[] } | Promise<{ courses: CourseCard[] }>) {
  const host = fakeHost({ answers: [answer(calls.listCourses, respond)] });
  render(remoteAt(remote, '/sample-path', host).element);
}

describe('/sample-path', () => {
  it('leaves the failure to the shell when its data is unavailable', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    open(() => {
      throw new ApiError('network', 'No connection.');
    });
    expect(await screen.findByText('No connection.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Sample title' })).not.toBeInTheDocument();
  });

  it('renders nothing until its data has loaded', async () => {
    let arrive = (_courses: CourseCard[]): void => undefined;
    const courses = new Promise<CourseCard[]>((resolve) => (arrive = resolve));
    open(async () => ({ courses: await courses }));
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
    arrive(sampleFeatureCourses);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sample title' })).toBeVisible();
  });

  it('shows an empty state with a link to the contact page', async () => {
    open(() => ({ courses: [] }));
    expect(await screen.findByRole('heading', { name: 'Nothing to show yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact');
  });

  it('lists the courses with their links below one h1', async () => {
    open(() => ({ courses: sampleFeatureCourses }));
    expect(await screen.findAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(
      screen.getAllByRole('link', { name: /^Read more about/ }).map(({ textContent }) => textContent),
    ).toEqual(sampleFeatureCourses.map(({ name }) => `Read more about ${name}`));
  });

  it('has a canonical address and a description for search engines', async () => {
    open(() => ({ courses: sampleFeatureCourses }));
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      'https://academy.test/sample-path',
    );
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '';
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(170);
  });
});
