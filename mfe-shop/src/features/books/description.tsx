import { useNavigate } from '@isa/contract/router';
import { Prose, tokens } from '@isa/ui';
import type { MouseEvent } from 'react';
import { styled } from 'styled-components';

/** Smaller headings, because the text is in a narrow column. */
const DescriptionText = styled(Prose)`
  h2 {
    font-size: ${tokens.font.size.md};
  }
  * + h2 {
    margin-top: ${tokens.space(8)};
  }
`;

/** A book's description. Its links to pages of this site navigate without a reload. */
export function Description({ html }: { readonly html: string }) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLElement>) {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || modified || event.defaultPrevented || link.target || link.origin !== window.location.origin)
      return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  return (
    <div onClick={follow}>
      <DescriptionText html={html} />
    </div>
  );
}
