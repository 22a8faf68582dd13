/** Move the path into `@isa/api-contract/paths` as soon as another app links to this page. */
export const path = '/sample-path';
export const title = 'Sample title';
