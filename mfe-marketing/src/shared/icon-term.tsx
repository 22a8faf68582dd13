import { Caption, Icon, type IconName } from '@isa/ui';
import type { ReactNode } from 'react';

interface IconTermProps {
  readonly icon: IconName;
  readonly term: string;
  readonly children: ReactNode;
}

/** One entry of a `dl`. */
export function IconTerm({ icon, term, children }: IconTermProps) {
  return (
    <div>
      <dt>
        <Icon name={icon} size={20} />
        <Caption as="span">{term}</Caption>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
