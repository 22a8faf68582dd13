/** Move the path into `src/paths.ts` as soon as another app links to this page. */
export const path = '/sample-path';
export const title = 'Sample title';
