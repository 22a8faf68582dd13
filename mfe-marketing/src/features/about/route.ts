import { definePage } from '@isa/contract';
import * as paths from '@isa/api-contract/paths';
import { loadSidebar } from '../../shared/sidebar/load-sidebar';

export const aboutRoute = definePage({
  path: paths.about,
  title: 'About Us',
  header: 'about',
  load: async (context) => ({ sidebar: await loadSidebar(context) }),
  page: () => import('./about-page'),
});
