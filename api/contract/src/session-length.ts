/** A session ends after 0.1 day (specification §9). */
export const SESSION_MINUTES = 144;

/** What every page says of it. */
export const sessionLength = 'just under two and a half hours';
