import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import remote from './remote';
import { standaloneAnswers } from './testing/answers';

/** `?as=visitor`, `?as=customer` (nothing purchased) or `?as=member` (default) chooses the user. */
const as = new URLSearchParams(window.location.search).get('as') ?? 'member';

const host = fakeHost({
  session: as === 'visitor' ? { status: 'out' } : { status: 'in', name: 'Sam Reed' },
  answers: standaloneAnswers(as === 'member'),
});

renderStandalone(remote, host, <GlobalStyle />);
