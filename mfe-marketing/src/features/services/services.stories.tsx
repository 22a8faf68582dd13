import * as paths from '@isa/api-contract/paths';
import { pageStory, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { answers } from '../../testing/fixtures';

export default {
  services: pageStory(remote, paths.services, 'Services', { answers }),
  investigations: pageStory(remote, paths.investigations, 'Investigations', { answers }),
  consultancy: pageStory(remote, paths.consultancy, 'Consultancy', { answers }),
} satisfies Stories;
