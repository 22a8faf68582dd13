import type { ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
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
  [aria-current] {
    display: inline-block;
    padding-block: 4px;
    color: var(--isa-text);
  }
  @media print {
    display: none;
  }
`;

interface BreadcrumbsProps {
  /** From the home page to this page; the last one needs no `to`. */
  readonly items: readonly { readonly label: string; readonly to?: string | undefined }[];
  /** The router's `Link`, or another component with a `to`. */
  readonly linkAs: ElementType<{ to: string; children?: ReactNode }>;
}

/** The page's position in the site. */
export function Breadcrumbs({ items, linkAs: Link }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb">
      <List>
        {items.map(({ label, to }, index) => (
          <li key={label}>
            {to !== undefined && index < items.length - 1 ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </List>
    </nav>
  );
}
