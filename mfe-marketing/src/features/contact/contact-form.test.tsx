import { calls, messages } from '@isa/api-contract';
import { ApiError, isRecord } from '@isa/contract';
import { answer, type Answer, fakeHost, remoteAt, structuredData } from '@isa/contract/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import marketing from '../../remote';

async function open(contact: Answer = answer(calls.contact, () => ({ message: 'Thank you.' }))) {
  const host = fakeHost({ answers: [contact] });
  render(remoteAt(marketing, '/contact', host).element);
  await screen.findByRole('heading', { level: 1 });
  return { host, user: userEvent.setup({ delay: null }) };
}

/** Follows a link to the form that has a subject. */
async function openWith(state: unknown) {
  const { element, router } = remoteAt(marketing, '/contact', fakeHost());
  await router.navigate('/contact', { state });
  render(element);
  await screen.findByRole('textbox', { name: /^Message/ });
}

const field = {
  name: () => screen.getByRole('textbox', { name: /^First name/ }),
  surname: () => screen.getByRole('textbox', { name: /^Last name/ }),
  email: () => screen.getByRole('textbox', { name: /^Email/ }),
  department: () => screen.getByRole('combobox', { name: /^Department/ }),
  message: () => screen.getByRole('textbox', { name: /^Message/ }),
  send: () => screen.getByRole('button', { name: 'Send message' }),
};

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field.name(), 'Ada');
  await user.type(field.surname(), 'Marsh');
  await user.type(field.email(), 'ada@example.com');
  await user.selectOptions(field.department(), 'Sales');
  await user.type(field.message(), 'When is the next run?');
}

it('shows the contact details that the operators have set, also to search engines', async () => {
  const contact = {
    legalName: 'Watch & Learn Ltd',
    email: 'desk@watch.example',
    phone: '+44 141 496 0123',
    address: '1 High Street, Glasgow G1 1AA, Scotland',
    hours: 'Tuesday to Saturday',
  };
  const { element } = remoteAt(marketing, '/contact', fakeHost({ contact }));
  render(element);
  expect(await screen.findByRole('link', { name: contact.phone })).toHaveAttribute(
    'href',
    'tel:+441414960123',
  );
  const mail = screen.getByRole('link', { name: contact.email });
  expect(mail).toHaveAttribute('href', 'mailto:desk@watch.example');
  expect(screen.getByText(/^1 High Street\s+Glasgow G1 1AA\s+Scotland$/)).toBeVisible();
  expect(screen.getByText(contact.hours)).toBeVisible();
  const { legalName, email, phone: telephone, address } = contact;
  expect(structuredData(element)).toContainEqual(
    expect.objectContaining({ legalName, email, telephone, address }),
  );
});

describe('the contact form', () => {
  it('shows every error, sends nothing and focuses the first invalid field', async () => {
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

  it('validates an address on blur, not while it is typed', async () => {
    const { user } = await open();
    await user.type(field.email(), 'ada@');
    expect(field.email()).not.toHaveAttribute('aria-invalid');
    await user.tab();
    expect(field.email()).toHaveAttribute('aria-invalid', 'true');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.email);
    await user.type(field.email(), 'example.com');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.valid);
  });

  it('shows no error for an empty field that is only passed through', async () => {
    const { user } = await open();
    await user.click(field.name());
    await user.tab();
    await user.tab();
    expect(screen.queryByText(messages.contact.firstName)).not.toBeInTheDocument();
  });

  it('rejects a message of blanks', async () => {
    const { host, user } = await open();
    await fillIn(user);
    await user.clear(field.message());
    await user.type(field.message(), '   ');
    await user.click(field.send());
    expect(field.message()).toHaveAccessibleDescription(messages.contact.message);
    expect(host.sent).toEqual([]);
  });

  it('sends what a program has filled in without an event, and does not wipe it', async () => {
    const { host, user } = await open();
    const silent = { name: 'Ada', surname: 'Marsh', email: 'ada@example.com' } as const;
    for (const [name, value] of Object.entries(silent)) {
      const control = document.querySelector(`[name=${name}]`);
      if (control instanceof HTMLInputElement) control.value = value;
    }
    await user.type(field.message(), 'Hello');
    await user.tab();
    expect(field.email()).toHaveValue('ada@example.com');
    await user.selectOptions(screen.getByLabelText(/Department/), 'Sales');
    await user.click(field.send());
    await screen.findByText('Your message has been sent.');
    expect(host.sent).toMatchObject([{ input: { body: silent } }]);
  });

  it('sends the specification’s fields, then shows and focuses the confirmation', async () => {
    const { host, user } = await open();
    await fillIn(user);
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
            reference: '',
            requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
          },
        },
      },
    ]);
    expect(document.activeElement).toContainElement(sent);
    await user.click(screen.getByRole('button', { name: 'Write another message' }));
    expect(field.message()).toHaveValue('');
  });

  it('is busy while sending and sends once', async () => {
    let respond = (_: { message: string }) => {};
    const slow = answer(calls.contact, () => new Promise((resolve) => (respond = resolve)));
    const { host, user } = await open(slow);
    await fillIn(user);
    await user.click(field.send());
    const busy = screen.getByRole('button', { name: 'Sending…' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await user.click(busy);
    expect(host.sent).toHaveLength(1);
    respond({ message: 'Thank you.' });
    expect(await screen.findByText('Your message has been sent.')).toBeInTheDocument();
  });

  it.each([
    ['a network error', new ApiError('network', 'x'), /check your connection/],
    ['a lost answer', new ApiError('timeout', 'x'), /We don’t know whether your message has arrived/],
    ['an answer of another server', new ApiError('unreadable', 'x'), /don’t know whether/],
    [
      'too many requests',
      new ApiError('too-many-requests', 'x', { retryAfterSeconds: 600 }),
      /in 10 minutes/,
    ],
    ['a server error', new ApiError('internal-error', 'x', { status: 500 }), /Oops! Something went wrong\./],
  ])('retains the typed values after %s and can be sent again', async (_, error, text) => {
    let failing = true;
    const failsOnce = answer(calls.contact, () => {
      if (failing) throw error;
      return { message: 'Thank you.' };
    });
    const { user } = await open(failsOnce);
    await fillIn(user);
    await user.click(field.send());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(field.message()).toHaveValue('When is the next run?');
    expect(field.department()).toHaveValue('Sales');
    failing = false;
    await user.click(field.send());
    expect(await screen.findByText('Your message has been sent.')).toBeInTheDocument();
  });

  it('sends a message again with the same id, until its text is changed or it has arrived', async () => {
    let lost = true;
    const { host, user } = await open(
      answer(calls.contact, () => {
        if (lost) throw new ApiError('network', 'x');
        return { message: 'Thank you.' };
      }),
    );
    await fillIn(user);
    await user.click(field.send());
    await user.click(await screen.findByRole('button', { name: 'Send message' }));
    await user.type(field.message(), ' And where?');
    lost = false;
    await user.click(field.send());
    await user.click(await screen.findByRole('button', { name: 'Write another message' }));
    await fillIn(user);
    await user.type(field.message(), ' And where?');
    await user.click(field.send());
    await screen.findByText('Your message has been sent.');
    const ids = host.sent.map(({ input }) => isRecord(input) && isRecord(input.body) && input.body.requestId);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  it('shows a server error at its field until that changes', async () => {
    const rejected = answer(calls.contact, () => {
      throw new ApiError('invalid-request', 'x', {
        status: 400,
        fieldErrors: [{ path: 'body.email', message: 'This address cannot receive mail.' }],
      });
    });
    const { user } = await open(rejected);
    await fillIn(user);
    await user.click(field.send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check the marked fields.');
    expect(field.email()).toHaveAccessibleDescription('This address cannot receive mail.');
    await user.type(field.email(), '.uk');
    expect(field.email()).toHaveAccessibleDescription(messages.contact.valid);
  });

  it('is a plain form post without scripts', async () => {
    await open();
    const form = screen.getByRole('form', { name: 'Send us a message' });
    expect(form).toHaveAttribute('action', '/api/contact');
    expect(form).toHaveAttribute('method', 'post');
    const names = [
      ...new Set([...form.querySelectorAll('[name]')].map((control) => control.getAttribute('name'))),
    ];
    expect(names).toEqual(['name', 'surname', 'email', 'department', 'message', 'reference']);
  });

  it('starts the message with the course whose link was followed', async () => {
    await openWith({ about: 'Management of Investigations' });
    expect(field.message()).toHaveValue('About: Management of Investigations\n\n');
  });

  it('starts with the order and the department of a question about an order', async () => {
    await openWith({ about: 'Order ISA-2026-000123', department: 'Customer Support' });
    await waitFor(() => expect(field.department()).toHaveValue('Customer Support'));
    expect(field.message()).toHaveValue('About: Order ISA-2026-000123\n\n');
  });

  it('asks for dates and group size when a course is booked, and for more than empty questions', async () => {
    await openWith({ about: 'Deepening Course', booking: true });
    const user = userEvent.setup({ delay: null });
    await user.click(field.message());
    expect(field.message()).toHaveValue('About: Deepening Course\nPreferred dates: \nNumber of people: \n\n');
    await user.tab();
    expect(field.message()).toHaveAccessibleDescription(/^Please add what you would like to know/);
    await user.type(field.message(), 'Is there a place in May?');
    expect(field.message()).toHaveAccessibleDescription(messages.contact.valid);
  });

  it('shows what is wrong after an attempt to send, and praises nothing that was not filled in', async () => {
    await openWith({ about: 'Deepening Course', booking: true });
    const user = userEvent.setup({ delay: null });
    await user.click(field.send());
    expect(field.name()).toHaveAccessibleDescription(messages.contact.firstName);
    expect(field.department()).toHaveValue('Sales');
    expect(screen.queryByText(messages.contact.valid)).not.toBeInTheDocument();
    await user.type(field.name(), 'R');
    expect(field.name()).toHaveFocus();
    expect(field.name()).toHaveAccessibleDescription(messages.contact.valid);
  });

  describe('asked for a quote', () => {
    const askFor = async () => {
      const host = fakeHost({ answers: [answer(calls.contact, () => ({ message: 'Thank you.' }))] });
      const { element, router } = remoteAt(marketing, '/contact', host);
      await router.navigate('/contact', { state: { about: 'Level 4 Certificate', quote: true } });
      render(element);
      await screen.findByRole('form', { name: 'Request a quote: Level 4 Certificate' });
      return host;
    };
    const box = (name: RegExp) => screen.getByRole('textbox', { name });
    const request = () => screen.getByRole('button', { name: 'Request the quote' });

    it('requires the organisation alone, and lets browsers fill in what they know', async () => {
      await askFor();
      const user = userEvent.setup({ delay: null });
      await user.type(field.name(), 'Ada');
      await user.type(field.surname(), 'Marsh');
      await user.type(field.email(), 'ada@example.com');
      await user.click(request());
      expect(box(/^Organisation/)).toHaveAccessibleDescription('Please enter your organisation.');
      expect(box(/^Organisation/)).toHaveFocus();
      expect(box(/^Telephone/)).not.toHaveAttribute('aria-invalid', 'true');
      expect(
        [/^Telephone/, /^Organisation/, /^Your role/].map((name) => box(name).getAttribute('autocomplete')),
      ).toEqual(['tel', 'organization', 'organization-title']);
    });

    it('sends its fields with the course, and says what happens next', async () => {
      const host = await askFor();
      const user = userEvent.setup({ delay: null });
      await user.type(field.name(), 'Ada');
      await user.type(field.surname(), 'Marsh');
      await user.type(field.email(), 'ada@example.com');
      await user.type(box(/^Organisation/), 'Harbour Police');
      await user.type(box(/^Number of people/), '8 to 12');
      expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
      await user.click(request());
      await screen.findByText('Your message has been sent.');
      expect(host.sent).toMatchObject([
        {
          input: {
            body: {
              department: 'Sales',
              course: 'Level 4 Certificate',
              organisation: 'Harbour Police',
              people: '8 to 12',
              message: 'Please send us a quote for: Level 4 Certificate\n',
            },
          },
        },
      ]);
      expect(screen.getByText('You receive a written quote')).toBeVisible();
    });
  });

  it('fills in a customer’s name, but not over typed ones', async () => {
    const host = fakeHost({ session: { status: 'in', name: 'Ada Byron Marsh', account: '7-0' } });
    render(remoteAt(marketing, '/contact', host).element);
    await waitFor(() => expect(field.name()).toHaveValue('Ada Byron'));
    expect(field.surname()).toHaveValue('Marsh');
    const user = userEvent.setup({ delay: null });
    await user.clear(field.name());
    await user.clear(field.surname());
    await user.type(field.name(), 'Grace');
    expect(field.surname()).toHaveValue('');
  });

  it('says what happens to a message, and where it says how long messages are kept', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
    expect(screen.getByText('By email, within two working days.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      '/privacy-policy#writing',
    );
  });

  it('hides its honeypot field from people', async () => {
    await open();
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).not.toBeInTheDocument();
  });
});
