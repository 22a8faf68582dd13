import { definePage } from '@isa/contract';
import { loadSampleFeature } from './load-sample-feature';

export const sampleFeatureRoute = definePage({
  path: '/sample-path',
  title: 'Sample title',
  load: loadSampleFeature,
  page: () => import('./sample-feature-page'),
});
