/** Move the path into `paths` (`@isa/api-contract`) as soon as something else links to this page. */
export const path = '/sample-path';
export const title = 'Sample title';
