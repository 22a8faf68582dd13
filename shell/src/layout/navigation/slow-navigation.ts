/** How long a navigation takes before the page says that it works on it: in shorter ones that would only flash. */
export const SLOW_NAVIGATION_MILLISECONDS = 200;
