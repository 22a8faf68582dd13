import type { ComponentPropsWithRef, ElementType } from 'react';

/** A component's own props, the choice of element (`as`) and the props of that element. */
export type Polymorphic<Element extends ElementType, Own> = Own & {
  readonly as?: Element | undefined;
} & Omit<ComponentPropsWithRef<Element>, keyof Own | 'as'>;

/** Props inside the implementation of a polymorphic component. */
export type AnyElementProps<Own> = Own & { readonly as?: ElementType | undefined };

/** Keeps props that only affect the style from the DOM element. */
export function withoutProps(...names: readonly string[]) {
  return { shouldForwardProp: (name: string) => !names.includes(name) };
}
