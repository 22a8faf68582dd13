import { pence, type Pence } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';

/** What this browser last saw of a product: enough for a basket without a server, and to notice a new price. */
interface KnownProduct {
  readonly title: string;
  readonly price: Pence;
}

type Known = Readonly<Record<string, KnownProduct>>;

const known = storedJson('localStorage', 'shop:known-products', (json): Known | undefined =>
  isRecord(json)
    ? Object.fromEntries(
        Object.entries(json).flatMap(([id, value]) => {
          const product = acceptProduct(value);
          return product ? [[id, product]] : [];
        }),
      )
    : undefined,
);

function acceptProduct(value: unknown): KnownProduct | undefined {
  if (!isRecord(value)) return undefined;
  const { title, price } = value;
  const isPrice = typeof price === 'number' && Number.isSafeInteger(price) && price > 0;
  return typeof title === 'string' && isPrice ? { title, price: pence(price) } : undefined;
}

export function knownProduct(productId: number): KnownProduct | undefined {
  return known.read()?.[productId];
}

/** Remembers the title and price that the visitor is being shown. */
export function rememberProducts(products: readonly (KnownProduct & { readonly id: number })[]): void {
  const seen = Object.fromEntries(products.map(({ id, title, price }) => [id, { title, price }]));
  known.write({ ...known.read(), ...seen });
}
