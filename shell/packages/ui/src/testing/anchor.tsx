import type { ReactNode } from 'react';

/** Stands in for the router's `Link`. */
export function Anchor({ to, ...rest }: { readonly to: string; readonly children?: ReactNode }) {
  return <a href={to} {...rest} />;
}
