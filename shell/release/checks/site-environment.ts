/** What a process needs of the machine that it runs on, and what the browser's driver can be told. */
const OF_THE_MACHINE =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|CI|DISPLAY|NODE_EXTRA_CA_CERTS|XDG_\w+|PLAYWRIGHT_\w+|PW\w+|DEBUG|DEBUG_SITE|JOURNEYS_PORT|CHROMIUM_PATH)$/i;

/**
 * An environment without anything that a site is configured by. Whoever checks a release may have the real site's
 * database, payments, store or folders in theirs, and a candidate must not meet any of them.
 */
export function withoutSite(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => OF_THE_MACHINE.test(name)));
}
