import type { PageModule, Remote } from '@isa/contract';
import { createElement } from 'react';
import remote from 'developed-remote';
import { stableType, useRefresh } from './stable-type';

const refreshed: Remote = {
  ...remote,
  routes: remote.routes.map((route) => ({
    ...route,
    async page() {
      const module = await route.page();
      return { ...module, default: refreshedPage(module.default) };
    },
  })),
};

function refreshedPage(page: PageModule<unknown>['default']): PageModule<unknown>['default'] {
  return function RefreshedPage(props) {
    useRefresh();
    return createElement(stableType(page), props);
  };
}

export default refreshed;
