import { defineRemote } from '@isa/contract';
import { sampleFeatureRoute } from './features/sample-feature/route';

/** The routes and menu entries of this remote. */
export default defineRemote({
  name: 'sample-remote',
  routes: [sampleFeatureRoute],
  menu: [{ menu: 'main', label: 'Sample title', path: sampleFeatureRoute.path, order: 80 }],
});
