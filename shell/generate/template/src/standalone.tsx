import { fakeHost, remoteInBrowser } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { createRoot } from 'react-dom/client';
import { sampleFeatureAnswers } from './features/sample-feature/fixtures';
import remote from './remote';

/** This remote alone: without shell and API, with prepared responses. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <>
    <GlobalStyle />
    <main>{remoteInBrowser(remote, fakeHost({ answers: sampleFeatureAnswers }))}</main>
  </>,
);
