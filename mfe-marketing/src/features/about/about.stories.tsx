import * as paths from '@isa/api-contract/paths';
import { pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { answers } from '../../testing/fixtures';

export default {
  full: pageStory(remote, paths.about, 'A colonel, a detective, a teacher', { answers }),
} satisfies Stories;
