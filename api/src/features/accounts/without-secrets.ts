/** @returns the row for its customer, without internal keys and hashes. */
export function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/hash|requestId|sessionId|userId/i.test(name)),
  );
}
