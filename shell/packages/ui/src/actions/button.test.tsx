import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Anchor } from '../testing/anchor';
import { Button } from './button';
import { TextLink } from './text-link';

describe('a button', () => {
  it('ignores clicks and submits nothing while busy, and keeps the focus', async () => {
    const user = userEvent.setup();
    const [click, submit] = [jest.fn(), jest.fn((event: React.FormEvent) => event.preventDefault())];
    render(
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <Button type="submit" busy onClick={click}>
          Log in
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Log in' });
    await user.click(button);
    await user.type(screen.getByLabelText('Name'), 'x{Enter}');
    expect(click).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    button.focus();
    expect(button).toHaveFocus();
  });

  it('submits its form when it is not busy', async () => {
    const user = userEvent.setup();
    const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button>Log in</Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('renders a button as a link of the router', () => {
    render(
      <Button as={Anchor} to="/isa-basket" variant="secondary">
        View basket
      </Button>,
    );
    expect(screen.getByRole('link', { name: 'View basket' })).toHaveAttribute('href', '/isa-basket');
  });

  it('passes no styling props of a button to its element', () => {
    render(
      <Button variant="quiet" size="large" wide>
        Go
      </Button>,
    );
    const names = screen.getByRole('button').getAttributeNames();
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/variant|size|wide|busy/)]));
  });
});

describe('a text link', () => {
  it("leaves the icon out of a button's accessible name", () => {
    render(
      <TextLink as={Anchor} to="/isa-services" mark="arrow">
        Services
      </TextLink>,
    );
    expect(screen.getByRole('link', { name: 'Services' })).toHaveAttribute('href', '/isa-services');
  });
});
