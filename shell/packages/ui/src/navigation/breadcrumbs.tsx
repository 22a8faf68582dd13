import type { ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.caption};
  line-height: 1.5;
  letter-spacing: 0.03em;
  color: var(--isa-muted);
  li + li::before {
    content: '/';
    margin-inline: ${tokens.space(2.5)};
    color: var(--isa-line-strong);
  }
  a {
    display: inline-block;
    padding-block: 4px;
    color: inherit;
    text-decoration: none;
  }
  a:hover {
    color: var(--isa-text);
    text-decoration: underline;
  }
`;

interface BreadcrumbsProps {
  /** From the home page to this page, which is not shown: its heading names it. */
  readonly items: readonly { readonly label: string; readonly to?: string | undefined }[];
  /** The router's `Link`, or another component with a `to`. */
  readonly linkAs: ElementType<{ to: string; children?: ReactNode }>;
}

/** The pages above this page; nothing where that is the home page alone, to which the logo leads. */
export function Breadcrumbs({ items, linkAs: Link }: BreadcrumbsProps) {
  if (items.length <= 2) return null;
  return (
    <nav aria-label="Breadcrumb">
      <List data-isa-screen-only>
        {items.slice(0, -1).map(({ label, to }) => (
          <li key={label}>{to === undefined ? label : <Link to={to}>{label}</Link>}</li>
        ))}
      </List>
    </nav>
  );
}
