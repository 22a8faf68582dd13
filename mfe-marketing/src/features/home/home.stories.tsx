import * as paths from '@isa/api-contract/paths';
import { pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { answers } from '../../testing/fixtures';

export default { full: pageStory(remote, paths.home, 'Our Upcoming Courses', { answers }) } satisfies Stories;
