/** The id of the JSON script element with a prerendered page's loader data. */
export const LOADER_DATA = 'bench-data';
