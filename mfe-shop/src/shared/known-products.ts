import { pence, type Pence } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

interface KnownProduct {
  readonly title: string;
  readonly price: Pence;
}

/** Titles and prices last shown in this browser: they serve the basket offline and reveal price changes. */
const stored = storedJson('localStorage', 'shop:known-products', (json) =>
  isRecord(json)
    ? Object.fromEntries(
        Object.entries(json).flatMap(([id, value]) => {
          const product = parseProduct(value);
          return product ? [[id, product]] : [];
        }),
      )
    : undefined,
);

function parseProduct(value: unknown): KnownProduct | undefined {
  if (!isRecord(value)) return undefined;
  const { title, price } = value;
  const isPrice = typeof price === 'number' && Number.isSafeInteger(price) && price > 0;
  return typeof title === 'string' && isPrice ? { title, price: pence(price) } : undefined;
}

export function knownProduct(productId: number): KnownProduct | undefined {
  return stored.read()?.[productId];
}

export function rememberProducts(products: readonly (KnownProduct & { readonly id: number })[]): void {
  const shown = Object.fromEntries(products.map(({ id, title, price }) => [id, { title, price }]));
  stored.write({ ...stored.read(), ...shown });
}
