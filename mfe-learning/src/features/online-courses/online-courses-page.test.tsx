import { calls, PREMIUM_ID } from '@isa/api-contract';
import { type Answer, answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import remote from '../../remote';
import { offered, permission, unreachable } from '../../testing/answers';
import { makeLesson, premium } from '../../testing/fixtures';

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
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Basic Covert Surveillance');
  });

  it('links a visitor to the login page with the way back', async () => {
    open('/isa-online-courses', [offered]);
    expect(await screen.findByRole('link', { name: 'Unlock all courses' })).toHaveAttribute(
      'href',
      '/login?next=%2Fisa-online-courses',
    );
  });

  it('has no unlock button for a customer with access', async () => {
    open('/isa-online-courses', [offered, permission('granted')], 'in');
    expect(await screen.findByRole('link', { name: 'Go to my courses' })).toHaveAttribute(
      'href',
      '/my-courses',
    );
    expect(screen.queryByText('Unlock all courses')).not.toBeInTheDocument();
  });

  it('has no unlock button when the access check failed', async () => {
    open('/isa-online-courses', [offered, permission(unreachable)], 'in');
    expect(await screen.findByRole('link', { name: 'Go to my courses' })).toBeVisible();
    expect(screen.queryByText('Unlock all courses')).not.toBeInTheDocument();
  });

  it('adds premium access to the basket of a customer without it', async () => {
    const locked = permission('not granted');
    const { host, router } = open('/isa-online-courses', [offered, locked], 'in');
    expect(await screen.findByText('All lessons £77')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Unlock all courses' }));
    expect(host.basket.store.getState().items).toEqual([{ productId: PREMIUM_ID, quantity: 1 }]);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe('/isa-basket');
  });

  it('lists the lessons by topic, with linked title and summary', async () => {
    open('/isa-online-courses', [offered], 'unknown');
    expect(await screen.findByText('33 videos')).toBeVisible();
    expect(screen.getByText('£24.99 GBP')).toBeVisible();
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

  it('redirects from its alias', async () => {
    const { router } = open('/online-courses', [offered]);
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.pathname).toBe('/isa-online-courses');
  });
});
