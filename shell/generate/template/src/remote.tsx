import { defineRemote } from '@isa/contract';
import { sampleFeatureRoute } from './features/sample-feature/route';

/** Sample title: what this remote brings to the site. */
export default defineRemote({
  name: 'sample-remote',
  routes: [sampleFeatureRoute],
  menu: [{ menu: 'main', label: 'Sample title', path: sampleFeatureRoute.path, order: 80 }],
});
