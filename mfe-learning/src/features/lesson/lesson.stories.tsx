import { calls } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type Answer, answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { offered, permission, unreachable } from '../../testing/answers';
import { beingFilmed, makeLesson, makeTicket, premium } from '../../testing/fixtures';

const read = (lesson = makeLesson({ id: 1007 })) => answer(calls.readLesson, () => ({ lesson, premium }));
const page = (shows: string, answers: readonly Answer[], status: 'in' | 'out' = 'in') =>
  pageStory(remote, paths.lesson(1007), shows, {
    answers: [...answers, offered, read()],
    session: { status },
  });
const ticket = answer(calls.createVideoTicket, () => makeTicket());

export default {
  locked: page('Purchase premium access to watch this course!', [], 'out'),
  loading: page('Checking your access', [pending(calls.getUserPermissions)]),
  error: page('Try again', [permission(unreachable)]),
  'error of the video': page('Try again', [
    permission('granted'),
    failed(calls.createVideoTicket, 'network'),
  ]),
  full: page('part 7', [permission('granted'), ticket]),
  'being filmed': page('This lesson is being filmed', [read(makeLesson(beingFilmed(1007)))], 'out'),
} satisfies Stories;
