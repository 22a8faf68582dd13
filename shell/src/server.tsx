import * as contract from '@isa/contract';
import * as router from '@isa/contract/router';
import * as ui from '@isa/ui';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as styledComponents from 'styled-components';
import type { SharedRequest } from '../webpack/shared-packages';

/**
 * The shell's Node build. It provides what remotes' Node builds take, as the shell does in the browser, so that
 * a release can be drawn long after its packages have left this house.
 */
export const provided: Readonly<Record<SharedRequest, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'styled-components': styledComponents,
  '@isa/contract': contract,
  '@isa/contract/router': router,
  '@isa/ui': ui,
};

export { createRenderer } from './prerender/renderer';

/** Its pages do with outlines of the remotes that do not draw them; the shells before needed the whole registry. */
export const readsOutlines = true;
