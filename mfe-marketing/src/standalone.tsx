import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import remote from './remote';
import { answers } from './testing/fixtures';

/** This remote without shell and API, with prepared responses. */
renderStandalone(remote, fakeHost({ answers }), <GlobalStyle />);
