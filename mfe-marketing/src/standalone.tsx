import { fakeHost, remoteInBrowser } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { createRoot } from 'react-dom/client';
import marketing from './remote';
import { answers } from './testing/fixtures';

/** This remote alone: no shell, no API, prepared answers. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');
createRoot(root).render(
  <>
    <GlobalStyle />
    <main>{remoteInBrowser(marketing, fakeHost({ answers }))}</main>
  </>,
);
