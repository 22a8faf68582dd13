import { renderMail } from './render-mail';

const contact = { email: 'desk@isa.example' };

const mail = renderMail(
  {
    greeting: 'Dear Robin,',
    paragraphs: ['First line\nsecond <line>'],
    figures: [{ label: 'Total', amount: '£77.00', strong: true }],
    action: { label: 'Go to my lessons', url: 'https://isa.example/my-courses' },
    link: { label: 'See your order', url: 'https://isa.example/orders/a.b-' },
    afterwards: ['Bye.'],
  },
  contact,
);

it('renders plain text with each address on a line of its own', () => {
  expect(mail.body.split('\n\n')).toEqual([
    'Dear Robin,',
    'First line\nsecond <line>',
    'Total: £77.00',
    'Go to my lessons:\nhttps://isa.example/my-courses',
    'See your order:\nhttps://isa.example/orders/a.b-',
    'Bye.',
    'International Surveillance Academy\ndesk@isa.example',
  ]);
});

it('renders HTML with the same content, escaped, and links to exactly the same addresses', () => {
  expect(mail.html).toContain('First line<br />second &#60;line&#62;');
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
  expect(links).toEqual([
    'https://isa.example/my-courses',
    'https://isa.example/orders/a.b-',
    'mailto:desk@isa.example',
  ]);
  for (const text of ['Dear Robin,', '£77.00', 'Bye.', 'International Surveillance Academy']) {
    expect(mail.html).toContain(text);
  }
});

it('shows each paragraph in the direction of its script', () => {
  const { html } = renderMail({ paragraphs: ['שלום'] }, contact);
  expect(html).toContain('<p dir="auto"');
});
