import { act, fireEvent, screen } from '@testing-library/react';
import { definePage, defineRemote } from '../remote';
import { fakeHost } from './fake-host';
import { renderStandalone } from './render-remote';

const page = async () => ({ default: () => <h1>A book</h1> });
const remote = defineRemote({
  name: 'shop',
  routes: [
    definePage({ path: '/books/:id', title: 'Book', addresses: ['/books/1', '/books/2'], page }),
    definePage({ path: '/orders/:link', title: 'Order', page }),
    definePage({ path: '/basket', title: 'Basket', addresses: [], page }),
  ],
  menu: [],
});

function open(address: string): void {
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', address);
  act(() => renderStandalone(remote, fakeHost(), null));
}

const links = async () =>
  (await screen.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
const index = [
  ['Book', '/books/1'],
  ['Order', '/orders/link'],
  ['Basket', '/basket'],
];

test.each(['/', '/pages'])('a remote alone lists its pages with sample parameters at %s', async (address) => {
  open(address);
  expect(await screen.findByRole('heading', { name: 'Pages of shop' })).toBeVisible();
  expect(await links()).toEqual(index);
  expect(screen.queryByText(/belongs to another app/)).toBeNull();
});

test('a remote alone lists its pages at an address of another app, and says so', async () => {
  open('/contact');
  expect(await screen.findByText('/contact belongs to another app, which does not run here.')).toBeVisible();
  expect(await links()).toEqual(index);
});

test('a link of the list leads to its page', async () => {
  open('/');
  fireEvent.click(await screen.findByRole('link', { name: 'Book' }));
  expect(await screen.findByRole('heading', { name: 'A book' })).toBeVisible();
});
