import { pence, type Pence } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

interface KnownProduct {
  readonly title: string;
  readonly price: Pence;
}

/** Titles and prices last shown in this browser: they serve the basket offline and reveal price changes. */
const stored = storedJson('localStorage', 'shop:known-products', (json) =>
  isRecord(json) ? json : undefined,
);

export function knownProduct(productId: number): KnownProduct | undefined {
  const product = stored.read()?.[productId];
  if (!isRecord(product)) return undefined;
  const { title, price } = product;
  const isPrice = typeof price === 'number' && Number.isSafeInteger(price) && price > 0;
  return typeof title === 'string' && isPrice ? { title, price: pence(price) } : undefined;
}

export function rememberProducts(products: readonly (KnownProduct & { readonly id: number })[]): void {
  const shown = Object.fromEntries(products.map(({ id, title, price }) => [id, { title, price }]));
  stored.write({ ...stored.read(), ...shown });
}
