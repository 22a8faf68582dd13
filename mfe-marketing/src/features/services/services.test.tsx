import { fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import marketing from '../../remote';
import { answers } from '../../testing/fixtures';

async function open(address: string) {
  render(remoteAt(marketing, address, fakeHost({ answers })).element);
  await screen.findByRole('heading', { level: 1 });
}

const picture = (element: Element | null) => element?.querySelector('img')?.getAttribute('src');

describe('the service pages', () => {
  it('say for whom each service is and what the client receives, with a scene of its own', async () => {
    await open('/isa-services');
    const cards = screen.getAllByRole('article');
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual([
      '/isa-services/investigations',
      '/isa-services/consultancy',
    ]);
    expect(cards.map(picture)).toEqual(['/art/pages/report.svg', '/art/pages/plan.svg']);
    for (const card of cards) {
      expect(
        within(card)
          .getAllByRole('term')
          .map(({ textContent }) => textContent),
      ).toEqual(['For whom', 'What you receive']);
      expect(within(card).getAllByRole('listitem').length).toBeGreaterThan(1);
    }
  });

  it.each(['/isa-services', '/isa-services/investigations', '/isa-services/consultancy'])(
    'say on %s what a client can check',
    async (address) => {
      await open(address);
      const proof = screen.getByRole('region', { name: 'Check us before you buy' });
      expect(proof).toHaveTextContent('Certificate QM 1234, issued by Example Certification.');
      expect(within(proof).getByRole('link', { name: 'Ask for the documents' })).toBeVisible();
    },
  );

  it('show for each kind of consultancy what it corrects in a plan, and what the client receives', async () => {
    await open('/isa-services/consultancy');
    const kinds = within(screen.getByRole('list', { name: 'Four kinds of consultancy' }));
    const entries = kinds.getAllByRole('listitem');
    expect(entries.map((entry) => within(entry).getByRole('heading').textContent)).toEqual([
      'Operational consultancy',
      'Organisational consultancy',
      'Protection consultancy',
      'Procedural consultancy',
    ]);
    for (const entry of entries) {
      expect(within(entry).getByRole('deletion')).not.toBeEmptyDOMElement();
      expect(within(entry).getByRole('insertion')).not.toBeEmptyDOMElement();
      expect(entry).toHaveTextContent('You receive:');
    }
  });

  it('offer each of three promotions at its price, and ask for it on the contact form', async () => {
    await open('/isa-services/consultancy');
    const promotions = ['Both book volumes', 'Online course plus both volumes', 'Attending the training'].map(
      (name) => screen.getByRole('article', { name }),
    );
    for (const promotion of promotions) expect(promotion).toHaveTextContent('£130.00');
    const contents = promotions.map((promotion) => promotion.querySelector('ul')?.textContent);
    expect(new Set(contents).size).toBe(3);

    await userEvent.setup().click(screen.getByRole('link', { name: /Ask for this offer: Online course/ }));
    expect(await screen.findByRole('textbox', { name: /message/i })).toHaveValue(
      'About: Promotion: Online course plus both volumes\n\n',
    );
  });
});
