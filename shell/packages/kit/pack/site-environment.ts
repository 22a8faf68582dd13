/** Variables that processes and the browser driver need from the machine. */
const MACHINE_VARIABLES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|CI|DISPLAY|NODE_EXTRA_CA_CERTS|XDG_\w+|PLAYWRIGHT_\w+|PW\w+|DEBUG|DEBUG_SITE|JOURNEYS_PORT|CHROMIUM_PATH)$/i;

/** Removes all that configures a site, to whose data and payments a candidate must not have access. */
export function withoutSite(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => MACHINE_VARIABLES.test(name)));
}
