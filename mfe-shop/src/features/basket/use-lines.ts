import type { BasketItem } from '@isa/api-contract';
import { useHost } from '@isa/contract';
import { useState } from 'react';

export interface Line extends BasketItem {
  /** Whether the line was removed; it keeps its position so that the removal can be undone. */
  readonly removed: boolean;
}

/** The basket's lines in a stable order, removed ones in their former position. */
export function useLines(items: readonly BasketItem[]) {
  const { basket } = useHost();
  const [order, setOrder] = useState<readonly number[]>([]);
  const [removed, setRemoved] = useState<ReadonlyMap<number, number>>(new Map());

  const present = new Map(items.map(({ productId, quantity }) => [productId, quantity]));
  const ids = [...new Set([...order, ...present.keys()])];
  const lines = ids.flatMap((productId): Line[] => {
    const quantity = present.get(productId) ?? removed.get(productId);
    return quantity === undefined ? [] : [{ productId, quantity, removed: !present.has(productId) }];
  });

  return {
    lines,
    remove(productId: number) {
      const quantity = present.get(productId);
      if (quantity === undefined) return;
      setOrder(lines.map((line) => line.productId));
      setRemoved((before) => new Map(before).set(productId, quantity));
      basket.remove(productId);
    },
    restore(productId: number) {
      const quantity = removed.get(productId);
      if (quantity === undefined) return;
      setRemoved((before) => new Map([...before].filter(([id]) => id !== productId)));
      if (!present.has(productId)) basket.add(productId, quantity);
    },
  };
}
