import { useHydrated } from '@isa/contract';
import { useNavigate } from '@isa/contract/router';
import { Button, Container, surface, tokens } from '@isa/ui';
import { useEffect, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { pageHeadElements } from '../../formats/page-data';

const Notice = styled.aside`
  ${surface('night')}
  position: sticky;
  bottom: 0;
  z-index: 30;
  padding-block: ${tokens.space(3)};
  border-top: 1px solid var(--isa-line);
  font-size: ${tokens.font.size.small};
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(3)};
`;

/** The document's first page, if it was prerendered with its content. */
let firstPage: { readonly key: string; readonly address: string; html?: string } | undefined;

/** Pages that need scripts, such as the cart, are prerendered in their shape only. */
export function isReadable(root: HTMLElement): boolean {
  return root.querySelector('[data-needs-scripts]') === null;
}

export function setFirstPage({ key, pathname, search }: Location): void {
  firstPage = { key, address: pathname + search };
}

/** The prerendered HTML of a page, read from the document before React has replaced it. */
export function prerenderedHtml(remote: string, { key, pathname, search }: Location): string | undefined {
  if (firstPage?.address !== pathname + search) return undefined;
  if (firstPage.key === key) {
    firstPage.html ??= document.querySelector(`[data-remote="${CSS.escape(remote)}"]`)?.innerHTML ?? '';
  }
  return firstPage.html;
}

interface PrerenderedPageProps {
  readonly remote: string;
  readonly fetchCode: () => Promise<void>;
}

/** Keeps a prerendered page readable whose code is unavailable. A notice offers a retry. */
export function KeptPage({ remote, fetchCode }: PrerenderedPageProps) {
  const location = useLocation();
  const [html] = useState(() => prerenderedHtml(remote, location) ?? '');
  const isHydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle');
  const { pathname, search, hash } = location;
  const navigate = useNavigate();

  useEffect(() => {
    // React does not remove the head of a page that it never rendered.
    const head = pageHeadElements(document);
    return () => head.forEach((element) => element.remove());
  }, []);

  async function retry() {
    setState('trying');
    try {
      await fetchCode();
    } catch {
      return setState('failed');
    }
    await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <div data-remote={remote} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
      {isHydrated && (
        <Notice role="status" data-kept-page={remote}>
          <Row>
            <span>
              {state === 'failed'
                ? 'Still no luck. You can go on reading; please try again in a moment.'
                : 'You can read this page, but its buttons could not be loaded.'}
            </span>
            <Button size="small" variant="secondary" busy={state === 'trying'} onClick={() => void retry()}>
              Try again
            </Button>
          </Row>
        </Notice>
      )}
    </>
  );
}
