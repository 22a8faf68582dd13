import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { shopAnswers } from '../../testing/shop-api';

const answers = shopAnswers();

export default {
  empty: pageStory(remote, paths.books, 'No books are for sale right now', {
    answers: [answer(calls.listBooks, () => ({ books: [] })), ...answers],
  }),
  full: pageStory(remote, paths.books, 'Volumes 1–4', { answers }),
  'a book': pageStory(remote, paths.book(1), 'Covert Surveillance', { answers }),
  'a pack': pageStory(remote, paths.book(3), 'Covert Surveillance', { answers }),
  'a pre-order': pageStory(remote, paths.book(8), 'Covert Surveillance', { answers }),
} satisfies Stories;
