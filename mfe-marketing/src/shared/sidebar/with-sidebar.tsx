import { Band, Columns, tokens } from '@isa/ui';
import type { ComponentProps, ReactNode } from 'react';
import { Sidebar } from './sidebar';

/** A page's content beside the sidebar; above it on narrow screens. */
export function WithSidebar({
  children,
  ...sidebar
}: ComponentProps<typeof Sidebar> & { readonly children: ReactNode }) {
  const wideGap = `clamp(${tokens.space(12)}, 6vw, ${tokens.space(22)})`;
  return (
    <Band tone="card">
      <Columns from="lg" widths="1fr 18.5rem" gap={16} wideGap={wideGap}>
        <div>{children}</div>
        <Sidebar {...sidebar} />
      </Columns>
    </Band>
  );
}
