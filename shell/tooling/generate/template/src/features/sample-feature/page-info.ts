/** Move the path into `@isa/api-contract/paths` as soon as another app links to this page. */
export const sampleFeaturePath = '/sample-path';
export const sampleFeatureTitle = 'Sample title';
