import { calls, messages } from '@isa/api-contract';
import { ApiError } from '@isa/contract';
import { answer, type Answer, fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import marketing from '../../remote';
import '../../testing/patience';

async function open(contact: Answer = answer(calls.contact, () => ({ message: 'Thank you.' }))) {
  const host = fakeHost({ answers: [contact] });
  render(remoteAt(marketing, '/contact', host).element);
  await screen.findByRole('heading', { level: 1 });
  return { host, user: userEvent.setup({ delay: null }) };
}

const field = {
  name: () => screen.getByRole('textbox', { name: /^First name/ }),
  surname: () => screen.getByRole('textbox', { name: /^Last name/ }),
  email: () => screen.getByRole('textbox', { name: /^E-mail/ }),
  department: () => screen.getByRole('combobox', { name: /^Department/ }),
  message: () => screen.getByRole('textbox', { name: /^Message/ }),
  send: () => screen.getByRole('button', { name: 'Send message' }),
};

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field.name(), 'Ada');
  await user.type(field.surname(), 'Marsh');
  await user.type(field.email(), 'ada@example.com');
  await user.selectOptions(field.department(), 'Sales');
  await user.type(field.message(), 'When is the next run?');
}

describe('the contact form', () => {
  it('names everything that is missing, sends nothing and puts the cursor into the first field', async () => {
    const { host, user } = await open();
    await user.click(field.send());
    const { firstName, lastName, email, department, message } = messages.contact;
    expect(field.name()).toHaveAccessibleDescription(firstName);
    expect(field.surname()).toHaveAccessibleDescription(lastName);
    expect(field.email()).toHaveAccessibleDescription(email);
    expect(field.department()).toHaveAccessibleDescription(department);
    expect(field.message()).toHaveAccessibleDescription(message);
    expect(field.name()).toHaveFocus();
    expect(host.sent).toEqual([]);
  });

  it('judges an address when it is left, not while it is typed', async () => {
    const { user } = await open();
    await user.type(field.email(), 'ada@');
    expect(field.email()).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(field.email()).toHaveAttribute('aria-invalid', 'true');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.email);
    await user.type(field.email(), 'example.com');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.valid);
  });

  it('does not scold somebody who only passes through', async () => {
    const { user } = await open();
    await user.click(field.name());
    await user.tab();
    await user.tab();
    expect(screen.queryByText(messages.contact.firstName)).not.toBeInTheDocument();
  });

  it('takes blanks for nothing', async () => {
    const { host, user } = await open();
    await fill(user);
    await user.clear(field.message());
    await user.type(field.message(), '   ');
    await user.click(field.send());
    expect(field.message()).toHaveAccessibleDescription(messages.contact.message);
    expect(host.sent).toEqual([]);
  });

  it('sends the specification’s fields, then says so and takes the focus there', async () => {
    const { host, user } = await open();
    await fill(user);
    await user.click(field.send());
    const sent = await screen.findByText('Your message has been sent.');
    expect(host.sent).toEqual([
      {
        path: '/api/contact',
        input: {
          body: {
            name: 'Ada',
            surname: 'Marsh',
            email: 'ada@example.com',
            department: 'Sales',
            message: 'When is the next run?',
            website: '',
          },
        },
      },
    ]);
    expect(document.activeElement).toContainElement(sent);
    await user.click(screen.getByRole('button', { name: 'Write another message' }));
    expect(field.message()).toHaveValue('');
  });

  it('is busy while sending and sends once', async () => {
    let arrive = (_: { message: string }) => {};
    const slow = answer(calls.contact, () => new Promise((resolve) => (arrive = resolve)));
    const { host, user } = await open(slow);
    await fill(user);
    await user.click(field.send());
    const busy = screen.getByRole('button', { name: 'Sending…' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await user.click(busy);
    expect(host.sent).toHaveLength(1);
    arrive({ message: 'Thank you.' });
    expect(await screen.findByText('Your message has been sent.')).toBeInTheDocument();
  });

  it.each([
    ['no connection', new ApiError('network', 'x'), /check your connection/],
    ['a limit', new ApiError('too-many-requests', 'x', { retryAfterSeconds: 600 }), /in 10 minutes/],
    ['a fault', new ApiError('internal-error', 'x', { status: 500 }), /Oops! Something went wrong\./],
  ])('keeps what was typed after %s and lets it be sent again', async (_, error, text) => {
    let failing = true;
    const flaky = answer(calls.contact, () => {
      if (failing) throw error;
      return { message: 'Thank you.' };
    });
    const { user } = await open(flaky);
    await fill(user);
    await user.click(field.send());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(field.message()).toHaveValue('When is the next run?');
    expect(field.department()).toHaveValue('Sales');
    failing = false;
    await user.click(field.send());
    expect(await screen.findByText('Your message has been sent.')).toBeInTheDocument();
  });

  it('shows what the server refused at its field until that is changed', async () => {
    const refusal = answer(calls.contact, () => {
      throw new ApiError('invalid-request', 'x', {
        status: 400,
        fieldErrors: [{ path: 'body.email', message: 'This address cannot receive mail.' }],
      });
    });
    const { user } = await open(refusal);
    await fill(user);
    await user.click(field.send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check the marked fields.');
    expect(field.email()).toHaveAccessibleDescription('This address cannot receive mail.');
    await user.type(field.email(), '.uk');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.valid);
  });

  it('is a plain form post where no script runs', async () => {
    await open();
    const form = screen.getByRole('form', { name: 'Send us a message' });
    expect(form).toHaveAttribute('action', '/api/contact');
    expect(form).toHaveAttribute('method', 'post');
    const names = [
      ...new Set([...form.querySelectorAll('[name]')].map((control) => control.getAttribute('name'))),
    ];
    expect(names).toEqual(['name', 'surname', 'email', 'department', 'message', 'website']);
  });

  it('starts the message for somebody who comes from a course', async () => {
    const host = fakeHost();
    const { element, router } = remoteAt(marketing, '/contact', host);
    await router.navigate('/contact', { state: { about: 'Management of Investigations' } });
    render(element);
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue(
      'About: Management of Investigations\n\n',
    );
  });

  it('hides its trap from people', async () => {
    await open();
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).not.toBeInTheDocument();
  });
});
