import { fakeHost, renderStandalone } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { sampleFeatureAnswers } from './features/sample-feature/fixtures';
import remote from './remote';

/** This remote alone: without shell and API, with prepared responses. */
renderStandalone(remote, fakeHost({ answers: sampleFeatureAnswers }), <GlobalStyle />);
