import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { answers } from '../../testing/fixtures';

export default {
  empty: pageStory(remote, paths.blog, 'Blog', {
    answers: [answer(calls.listPosts, () => ({ posts: [] })), ...answers],
  }),
  full: pageStory(remote, paths.blog, 'Post 3', { answers }),
  post: pageStory(remote, paths.post(2), 'Post 2', { answers }),
} satisfies Stories;
