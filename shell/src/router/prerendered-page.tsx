import { useHydrated } from '@isa/contract';
import { Button, Container, surface, tokens } from '@isa/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { pageHeadElements } from '../../platform/formats/page-data';
import { useRetry } from '../layout/use-retry';

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
let firstPage: { readonly key: string; readonly address: string; content?: Node | null } | undefined;

/** Pages that need scripts, such as the cart, are prerendered in their shape only. */
export function isReadable(root: HTMLElement): boolean {
  return root.querySelector('[data-needs-scripts]') === null;
}

export function setFirstPage({ key, pathname, search }: Location): void {
  firstPage = { key, address: pathname + search };
}

/** A copy of the prerendered element of a page, made before React has replaced it. */
export function prerenderedContent(remote: string, { key, pathname, search }: Location): Node | undefined {
  if (firstPage?.address !== pathname + search) return undefined;
  if (firstPage.key === key && firstPage.content === undefined) {
    const element = document.querySelector(`[data-remote="${CSS.escape(remote)}"]`);
    firstPage.content = element?.hasChildNodes() ? element.cloneNode(true) : null;
  }
  return firstPage.content ?? undefined;
}

interface PrerenderedPageProps {
  readonly remote: string;
  readonly prepareRetry: () => Promise<void>;
}

/** Keeps a prerendered page readable whose code is unavailable. A notice offers a retry. */
export function ReadOnlyPage({ remote, prepareRetry }: PrerenderedPageProps) {
  const location = useLocation();
  const [content] = useState(() => prerenderedContent(remote, location));
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  const place = useRef<HTMLDivElement>(null);
  const { state, retry } = useRetry(prepareRetry);

  useLayoutEffect(() => {
    if (!isServed && content) place.current?.replaceChildren(...content.cloneNode(true).childNodes);
  }, [isServed, content]);
  useEffect(() => {
    // React does not remove the head of a page that it never rendered.
    const head = pageHeadElements(document);
    return () => head.forEach((element) => element.remove());
  }, []);

  return (
    <>
      {/* React keeps the content of an element that it hydrates with HTML, whatever that HTML is. */}
      <div
        data-remote={remote}
        ref={place}
        {...(isServed && { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true })}
      />
      {isHydrated && (
        <Notice role="status" data-kept-page={remote}>
          <Row>
            <span>
              {state === 'failed'
                ? 'That did not work. You can keep reading, and try again in a moment.'
                : 'You can read this page, but its buttons could not be loaded.'}
            </span>
            <Button size="small" variant="secondary" busy={state === 'trying'} onClick={retry}>
              Try again
            </Button>
          </Row>
        </Notice>
      )}
    </>
  );
}
