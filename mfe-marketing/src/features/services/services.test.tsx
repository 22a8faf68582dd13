import { fakeHost, remoteAt } from '@isa/contract/testing';
import { render, screen, within } from '@testing-library/react';
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
    expect(cards.map(picture)).toEqual(['/art/pages/inquiry.svg', '/art/pages/consultancy.svg']);
    for (const card of cards) {
      expect(
        within(card)
          .getAllByRole('term')
          .map(({ textContent }) => textContent),
      ).toEqual(['For whom', 'What you receive']);
      expect(within(card).getAllByRole('listitem').length).toBeGreaterThan(1);
    }
  });

  it('offer three promotions, and name no sum for the one that the shop sells in parts', async () => {
    await open('/isa-services/consultancy');
    const promotions = ['Both book volumes', 'Online course plus both volumes', 'Attending the training'].map(
      (name) => screen.getByRole('heading', { name }).parentElement,
    );
    const [books, courseAndBooks, attending] = promotions;
    for (const promotion of [books, attending]) expect(promotion).toHaveTextContent('£130.00');
    expect(courseAndBooks).not.toHaveTextContent(/£|GBP/);
    const contents = promotions.map((promotion) => promotion?.querySelector('ul')?.textContent);
    expect(new Set(contents).size).toBe(3);
  });
});
