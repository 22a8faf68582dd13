/** Whether a host name or an IP address, also in brackets, is of the machine itself, so that what is sent there passes no network. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}

/**
 * Why an address must not be used: what is sent to another machine without TLS could be read or changed on its way.
 * @returns `undefined` for an encrypted address, and for one of this machine.
 */
export function plainTextProblem(address: string): string | undefined {
  const { protocol, hostname } = new URL(address);
  if (!['http:', 'redis:'].includes(protocol) || isThisMachine(hostname)) return undefined;
  return `must begin with ${protocol.replace(':', 's:')}//, because ${hostname} is another machine`;
}
