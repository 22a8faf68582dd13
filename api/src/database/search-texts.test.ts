import { startApi, type TestApi } from '../../testing/api';
import { createUser } from '../../testing/factories';
import { Users } from './entities';
import { containsWords, fillSearchTexts } from './search-texts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const users = () => api.deps.db.getRepository(Users);

describe('a search', () => {
  const find = async (search: string) => {
    const query = users().createQueryBuilder('u');
    return (await query.where(containsWords(query, search)).getMany()).map(({ name }) => name);
  };

  test.each([
    ['Élodie Østergård', ['ÉLODIE', 'elodie ostergard', 'Østergård  Élodie', 'ØSTERGÅRD', 'oster']],
    ['Jörg Strauß', ['STRAUSS', 'strauß', 'jorg']],
    ['Łukasz İnce', ['lukasz', 'INCE', 'ince']],
    ['Ｋａｎａ Co', ['kana', 'KANA co']],
    ['Ада Лавлейс', ['АДА', 'лавлеис', 'лавлейс']],
    ['Σοφία Νίκος', ['ΣΟΦΙΑ', 'νικοσ', 'ΝΊΚΟΣ']],
    ['Róisín O’Hara', ["o'hara", 'OHARA', 'O’HARA', 'roisin']],
  ])('finds %s by %j', async (name, searches) => {
    await createUser(api.deps, { name });
    for (const search of searches) expect([search, await find(search)]).toEqual([search, [name]]);
    for (const search of ['nobody', '%', '_', '!', "'"])
      expect([search, await find(search)]).toEqual([search, []]);
  });

  test('finds an address by its domain as people write it, and rows whose text was not written yet', async () => {
    const { name } = await createUser(api.deps, { email: 'jo@xn--bcher-kva.example', searchText: null });
    expect(await find('bücher')).toEqual([]);
    await fillSearchTexts(api.deps.db.manager);
    for (const search of ['bücher', 'BUCHER.example', 'xn--bcher-kva', 'jo@bücher.example']) {
      expect([search, await find(search)]).toEqual([search, [name]]);
    }
  });
});
