import type { ComponentPropsWithRef, ElementType } from 'react';

/** Own props, the choice of element (`as`) and whatever that element takes. */
export type Polymorphic<Element extends ElementType, Own> = Own & {
  readonly as?: Element | undefined;
} & Omit<ComponentPropsWithRef<Element>, keyof Own | 'as'>;

/** What the implementation of a polymorphic component sees. */
export type AnyElementProps<Own> = Own & { readonly as?: ElementType | undefined };
