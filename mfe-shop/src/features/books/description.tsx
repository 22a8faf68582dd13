import { useNavigate } from '@isa/contract/router';
import { Prose, tokens } from '@isa/ui';
import type { MouseEvent } from 'react';
import { styled } from 'styled-components';

/** Beside the pictures, chapters of the text are no chapters of the page. */
const Words = styled(Prose)`
  h2 {
    font-size: ${tokens.font.size.md};
  }
  * + h2 {
    margin-top: ${tokens.space(8)};
  }
`;

/** The book's own words. Their links to other pages of the site are followed without loading it anew. */
export function Description({ html }: { readonly html: string }) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLElement>) {
    const changed = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || changed || event.defaultPrevented || link.target || link.origin !== window.location.origin)
      return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  return (
    <div onClick={follow}>
      <Words html={html} />
    </div>
  );
}
