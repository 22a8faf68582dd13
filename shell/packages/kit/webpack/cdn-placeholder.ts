/** In the output of Node builds building replaces it. Its own file keeps webpack out of the site builder. */
export const CDN_PLACEHOLDER = 'isa-cdn:';
