import { definePage } from '@isa/contract';
import { loadSampleFeature } from './load-sample-feature';
import { path, title } from './page-info';

export const sampleFeatureRoute = definePage({
  path,
  title,
  load: loadSampleFeature,
  page: () => import('./sample-feature-page'),
});
