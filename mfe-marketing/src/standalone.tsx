import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import remote from './remote';
import { answers } from './testing/fixtures';

/** The remote runs without shell and API, with prepared responses. */
renderStandalone(remote, fakeHost({ answers }), <GlobalStyle />);
