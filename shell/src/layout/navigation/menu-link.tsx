import { Link } from '@isa/contract/router';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';

interface MenuLinkProps extends ComponentProps<typeof Link> {
  readonly to: string;
  /** Whether the link is not marked on pages below its own. */
  readonly end?: boolean;
}

/** React Router's NavLink does the same, but renders again at each step of a navigation. */
export function MenuLink({ end = false, ...link }: MenuLinkProps) {
  const here = useLocation().pathname.toLowerCase();
  const to = link.to.toLowerCase();
  const isCurrent = here === to || (!end && here.startsWith(`${to}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...link} />;
}
