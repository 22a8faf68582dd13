import * as contract from '@isa/contract';
import * as router from '@isa/contract/router';
import * as ui from '@isa/ui';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as styledComponents from 'styled-components';
import type { SharedRequest } from '../packages/kit/webpack/shared-packages';

/** Provides the packages as in the browser, so that old releases can be rendered after an update. */
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
