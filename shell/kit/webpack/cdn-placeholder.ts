/**
 * A placeholder for the CDN's origin in the output of Node builds, which building replaces. It has a file of
 * its own, so that the site builder does not load webpack.
 */
export const CDN_PLACEHOLDER = 'isa-cdn:';
