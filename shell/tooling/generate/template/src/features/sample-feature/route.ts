import { definePage } from '@isa/contract';
import { loadSampleFeature } from './load-sample-feature';
import { sampleFeaturePath, sampleFeatureTitle } from './page-info';

export const sampleFeatureRoute = definePage({
  path: sampleFeaturePath,
  title: sampleFeatureTitle,
  load: loadSampleFeature,
  page: () => import('./sample-feature-page'),
});
