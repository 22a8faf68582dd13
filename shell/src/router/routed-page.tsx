import { useStore } from '@isa/contract';
import { type PageAddress, PageAddressProvider, type PageRoute } from '@isa/contract/host';
import { Activity, Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLoaderData, useLocation, useMatches } from 'react-router-dom';
import { isPlain, type SpeculativePage, type SpeculativePageStore } from '../prefetch/speculative-page';

interface RoutedPageProps {
  readonly route: PageRoute;
  readonly speculative: SpeculativePageStore;
}

/**
 * The page of the matched route and, hidden, the speculative page. Every route renders this component, so that React keeps
 * what was rendered speculatively when the speculative page becomes the page.
 */
export function RoutedPage({ route, speculative }: RoutedPageProps) {
  const page = route.content(useLoaderData());
  const next = useStore(speculative);
  const visited = useVisitedSpeculativePage(speculative);
  const id = route.id ?? '';
  const [place, setPlace] = useState<{ readonly id: string } & Partial<SpeculativePage>>({ id });
  let current = place;
  if (place.id !== id) {
    current = { ...visited, id };
    setPlace(current);
  }
  const { key = id, container } = current;
  useEffect(() => speculative.clear(), [speculative, key]);
  return (
    <>
      <Place key={key} page={page} container={container} />
      {next && next.key !== key && next.route.id !== id && (
        <Place key={next.key} page={next.page} container={next.container} speculative={next} />
      )}
    </>
  );
}

/** @returns the speculative page, once the visitor has followed its link. */
export function useVisitedSpeculativePage(speculative: SpeculativePageStore): SpeculativePage | undefined {
  const next = useStore(speculative);
  const location = useLocation();
  const match = useMatches().at(-1);
  if (!next || !match || match.id !== next.route.id || match.loaderData === undefined) return undefined;
  // A link's state may change what a page renders first.
  const isSame = location.pathname === next.location.pathname && isPlain(location) && location.state === null;
  return isSame && next.route.content(match.loaderData) === next.page ? next : undefined;
}

interface PlaceProps {
  readonly page: ReactNode;
  /** The page's element; absent for a page that was not rendered speculatively. */
  readonly container: HTMLElement | undefined;
  /** The page's address, while it is speculative. */
  readonly speculative?: PageAddress;
}

function Place({ page, container, speculative }: PlaceProps) {
  if (!container) return page;
  return (
    <>
      {!speculative && <Attached node={container} />}
      <Activity mode={speculative ? 'hidden' : 'visible'}>
        {createPortal(
          <SpeculativeBoundary isShown={!speculative}>
            {/* The page must not suspend, because a visit renders it in one step. */}
            <Suspense>
              <PageAddressProvider value={speculative}>{page}</PageAddressProvider>
            </Suspense>
          </SpeculativeBoundary>,
          container,
        )}
      </Activity>
    </>
  );
}

/**
 * Puts the page's element into the document. It comes before the page in the tree, because layout effects of
 * the page look for it.
 */
function Attached({ node }: { readonly node: HTMLElement }) {
  const attach = useCallback((host: HTMLElement | null) => host?.replaceChildren(node), [node]);
  return <div ref={attach} style={{ display: 'contents' }} />;
}

interface BoundaryProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Catches errors of the speculative page, which must not replace the page on display. */
class SpeculativeBoundary extends Component<
  BoundaryProps,
  { readonly failure?: { readonly error: unknown } }
> {
  override state: { readonly failure?: { readonly error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    // The route's error element shows the failure, as if the page had been rendered at the visit.
    if (this.props.isShown) throw this.state.failure.error;
    return null;
  }
}
