import type { Logo } from '@isa/ui/art';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ComponentProps, Profiler } from 'react';
import { remotePage, renderShell } from '../testing/render-shell';

const onLogoRender = jest.fn();

// The logo counts its renders. It uses no state or context, so it renders exactly when header or footer does.
jest.mock('@isa/ui/art', () => {
  const art = jest.requireActual<{ Logo: typeof Logo }>('@isa/ui/art');
  return {
    ...art,
    Logo: (props: ComponentProps<typeof Logo>) => (
      <Profiler id="logo" onRender={onLogoRender}>
        <art.Logo {...props} />
      </Profiler>
    ),
  };
});

describe('a navigation', () => {
  it('renders neither header nor footer again if the next page has the same, and their state survives', async () => {
    const { router } = await renderShell('/isa-books/all-books');
    const header = screen.getByRole('banner');
    const footer = screen.getByRole('contentinfo');
    const email = within(footer).getByLabelText(/Email/);
    fireEvent.change(email, { target: { value: 'ada@academy.test' } });
    expect(onLogoRender).toHaveBeenCalled();
    onLogoRender.mockClear();

    await act(() => router.navigate('/isa-surveillance-courses'));
    expect(await screen.findByRole('heading', { name: 'Surveillance courses' })).toBeVisible();
    expect(onLogoRender).not.toHaveBeenCalled();
    expect(header).toBeInTheDocument();
    expect(footer).toBeInTheDocument();
    expect(email).toHaveValue('ada@academy.test');
  });

  it('renders the controls of the header again for the enclosed checkout, and not for another variant', async () => {
    const { router } = await renderShell('/isa-books/all-books', {
      routes: [remotePage('/checkout', 'Checkout')],
    });
    onLogoRender.mockClear();
    await act(() => router.navigate('/contact'));
    expect(await screen.findByRole('heading', { name: 'Contact' })).toBeVisible();
    expect(onLogoRender).not.toHaveBeenCalled();
    await act(() => router.navigate('/checkout'));
    expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeVisible();
    expect(onLogoRender).toHaveBeenCalled();
  });
});
