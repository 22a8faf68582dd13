import { calls, PREMIUM_ID } from '@isa/api-contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { offered, permission, unreachable } from '../../testing/answers';
import { catalogue, beingFilmed, makeLesson, premium } from '../../testing/fixtures';

function open(address: string, answers: readonly Answer[], status: 'in' | 'out' | 'unknown' = 'out') {
  const host = fakeHost({ answers, session: { status } });
  const { element, router } = remoteAt(remote, address, host);
  render(element);
  return { host, router };
}

describe('the online courses page', () => {
  it('shows "Coming soon" and no unlock button without lessons', async () => {
    open('/isa-online-courses', [answer(calls.listLessons, () => ({ lessons: [], premium }))]);
    expect(await screen.findByText('Coming soon...')).toBeVisible();
    expect(screen.queryByText('Unlock all courses')).not.toBeInTheDocument();
    expect(screen.queryByText('£77')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Basic Covert Surveillance');
  });

  it('offers an account to visitors, above and below the lessons, with the way back', async () => {
    open('/isa-online-courses', [offered]);
    const links = await screen.findAllByRole('link', { name: 'Unlock all courses' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/register?next=%2Fisa-online-courses',
      '/register?next=%2Fisa-online-courses',
    ]);
    expect(screen.getAllByText('£77')).toHaveLength(2);
  });

  it('says how many lessons can be watched, and counts the running time of recordings only', async () => {
    const lessons = catalogue.lessons.map((lesson) =>
      lesson.id > 1002 ? { ...lesson, ...beingFilmed(lesson.id) } : lesson,
    );
    open('/isa-online-courses', [answer(calls.listLessons, () => ({ lessons, premium }))]);
    expect(await screen.findAllByText(/^2 of 33 lessons can be watched today\./)).not.toHaveLength(0);
    // The two recordings take 420 and 435 seconds.
    expect(screen.getByText('6 lessons, 14 min')).toBeVisible();
    // A topic without any recording says so once; in the other one each lesson does.
    expect(screen.getAllByText(/^Topic \d \/ being filmed$/).length).toBeGreaterThan(3);
    expect(screen.getAllByText('Being filmed').length).toBeLessThan(6);
  });

  it('sells a pre-order as one while no lesson can be watched', async () => {
    const lessons = catalogue.lessons.map((lesson) => ({ ...lesson, ...beingFilmed(lesson.id) }));
    open('/isa-online-courses', [answer(calls.listLessons, () => ({ lessons, premium }))]);
    const buttons = await screen.findAllByRole('link', { name: 'Pre-order the course, £77' });
    expect(buttons).toHaveLength(2);
    const [line] = screen.getAllByText('Pre-order: we are filming now. Full refund until lesson 1 opens.');
    expect(line?.parentElement).toHaveTextContent(/Details$/);
    expect(screen.queryByText('Being filmed')).not.toBeInTheDocument();
    expect(screen.queryByText(/^Topic \d \/ being filmed$/)).not.toBeInTheDocument();
  });

  it('has neither an unlock button nor a price for a customer with access', async () => {
    open('/isa-online-courses', [offered, permission('granted')], 'in');
    expect(await screen.findByRole('link', { name: 'Go to my courses' })).toHaveAttribute(
      'href',
      '/my-courses',
    );
    expect(screen.queryByText('Unlock all courses')).not.toBeInTheDocument();
    expect(screen.queryByText(/£/)).not.toBeInTheDocument();
    expect(screen.getByText('All lessons are yours.')).toBeVisible();
    expect(screen.queryByText('33 videos')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Flexibility' })).not.toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: /, part \d+$/ })).toHaveLength(33);
  });

  it('has no unlock button when the access check failed', async () => {
    open('/isa-online-courses', [offered, permission(unreachable)], 'in');
    expect(await screen.findByRole('link', { name: 'Go to my courses' })).toBeVisible();
    expect(screen.queryByText('Unlock all courses')).not.toBeInTheDocument();
  });

  it('adds premium access to the basket of a customer without it', async () => {
    const locked = permission('not granted');
    const { host, router } = open('/isa-online-courses', [offered, locked], 'in');
    const [unlock] = await screen.findAllByRole('button', { name: 'Unlock all courses' });
    if (!unlock) throw new Error('No button.');
    await userEvent.click(unlock);
    expect(host.basket.store.getState().items).toEqual([{ productId: PREMIUM_ID, quantity: 1 }]);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe('/isa-basket');
  });

  it('lists the lessons by topic, with linked title and summary', async () => {
    open('/isa-online-courses', [offered], 'unknown');
    expect(await screen.findByText('33 videos')).toBeVisible();
    expect(screen.getByText(', about 7 to 15 min each.')).toBeVisible();
    expect(screen.getByText('Listed at £24.99, sold only together.')).toBeVisible();
    for (const reason of ['Flexibility', 'Comprehensive training', 'Up-to-date techniques']) {
      expect(screen.getByRole('heading', { name: reason })).toBeVisible();
    }
    const topic = screen.getByRole('region', { name: 'Static observation' });
    const [first] = within(topic).getAllByRole('listitem');
    const lesson = makeLesson({ id: 1013 });
    expect(first && within(first).getByRole('link', { name: lesson.title })).toHaveAttribute(
      'href',
      '/isa-online-courses/1013',
    );
    expect(first).toHaveTextContent(lesson.summary);
    expect(screen.getAllByRole('link', { name: /, part \d+$/ })).toHaveLength(33);
  });

  it('opens the lessons of a topic by a button', async () => {
    open('/isa-online-courses', [offered], 'unknown');
    const [first, second] = await screen.findAllByRole('button', { name: /^Lessons of / });
    expect(first).toHaveAttribute('aria-expanded', 'true');
    expect(second).toHaveAttribute('aria-expanded', 'false');
    if (second) await userEvent.click(second);
    expect(second).toHaveAttribute('aria-expanded', 'true');
  });

  it('redirects from its alias', async () => {
    const { router } = open('/online-courses', [offered]);
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.pathname).toBe('/isa-online-courses');
  });
});
