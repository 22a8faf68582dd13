import { messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { answers } from '../../testing/fixtures';

export default {
  empty: pageStory(remote, paths.contact, 'Send message', { answers }),
  error: pageStory(remote, paths.contact, messages.contact.firstName, { answers, click: 'Send message' }),
} satisfies Stories;
