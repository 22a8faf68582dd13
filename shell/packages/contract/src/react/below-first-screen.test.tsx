import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { BelowFirstScreen, WholePageProvider } from './below-first-screen';

function Page({ onFirstFrame }: { readonly onFirstFrame?: (text: string) => void }) {
  useLayoutEffect(() => onFirstFrame?.(document.body.textContent), [onFirstFrame]);
  return (
    <>
      <h1>Books</h1>
      <BelowFirstScreen>
        <p>All volumes</p>
      </BelowFirstScreen>
    </>
  );
}

it('is in the prerendered page, and in every page whose shell does not know it', () => {
  const onFirstFrame = jest.fn();
  render(<Page onFirstFrame={onFirstFrame} />);
  expect(onFirstFrame.mock.calls).toEqual([['BooksAll volumes']]);
  expect(renderToString(<Page />)).toContain('All volumes');
});

it('follows the first screen in a page that is rendered in steps', async () => {
  const onFirstFrame = jest.fn();
  await act(async () => {
    render(
      <WholePageProvider value={false}>
        <Page onFirstFrame={onFirstFrame} />
      </WholePageProvider>,
    );
  });
  expect(onFirstFrame.mock.calls).toEqual([['Books']]);
  expect(screen.getByText('All volumes')).toBeInTheDocument();
});
