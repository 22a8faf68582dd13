import { pence } from '@isa/api-contract';
import { render, screen } from '@testing-library/react';
import { Price } from './price';

describe('a price', () => {
  it('shows a price with two decimals', () => {
    render(<Price amount={pence(6500)} />);
    expect(screen.getByText('£65.00')).toBeInTheDocument();
  });

  it('strikes the old price through and labels both prices for screen readers', () => {
    const { container } = render(<Price amount={pence(3474)} was={pence(3860)} />);
    expect(screen.getByText('£38.60').tagName).toBe('DEL');
    expect(container).toHaveTextContent('Old price £38.60, now £34.74');
  });

  it('shows no old price without one', () => {
    const { container } = render(<Price amount={pence(3200)} was={null} />);
    expect(container).toHaveTextContent(/^£32\.00$/);
  });
});
