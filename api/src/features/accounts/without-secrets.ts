export function withoutSecrets(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => !/hash|requestId|sessionId|userId/i.test(name)),
  );
}
