/**
 * @returns a row as its customer gets it. Internal keys contain no personal data, and a hash may grant access.
 */
export function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/hash|requestId|sessionId|userId/i.test(name)),
  );
}
