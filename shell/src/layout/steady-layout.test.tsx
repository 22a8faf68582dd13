import { act, screen } from '@testing-library/react';
import { renderShell } from '../testing/render-shell';

const drawn = { header: 0, footer: 0 };

jest.mock('./header/header', () => ({ Header: () => (drawn.header++, null) }));
jest.mock('./footer/footer', () => ({ Footer: () => (drawn.footer++, null) }));

it('a navigation between pages of one kind draws neither header nor footer again', async () => {
  const { router } = await renderShell('/isa-books/all-books');
  const before = { ...drawn };
  await act(() => router.navigate('/isa-surveillance-courses'));
  expect(await screen.findByRole('heading', { name: 'Surveillance courses' })).toBeVisible();
  expect(drawn).toEqual(before);
});
