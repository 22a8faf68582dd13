/**
 * The networks of a client address by which requests are counted, the narrowest first: the IPv4 address, or the /64 of
 * IPv6, which one household has, and its /48, the most that providers assign to one site (RFC 6177).
 */
export function addressPrefixes(ip: string): readonly [string, ...string[]] {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!address.includes(':')) return [address];
  // The first four of eight groups; `::` stands for omitted zero groups.
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  const prefix = (length: number) => `${groups.slice(0, length / 16).join(':')}::/${length}`;
  return [prefix(64), prefix(48)];
}

/** The IPv4 /24 or the IPv6 /48 of a client address: the site of one customer of a provider, and no single person. */
export function networkOf(ip: string): string {
  const network = addressPrefixes(ip).at(-1) ?? ip;
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24');
}
