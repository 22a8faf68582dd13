import { useStore } from '@isa/contract';
import { type PageAddress, PageAddressProvider, type PageRoute } from '@isa/contract/host';
import { Activity, Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLoaderData, useLocation, useMatches } from 'react-router-dom';
import { isPlain, type PageAhead, type PageAheadStore } from '../prefetch/page-ahead';

interface RoutedPageProps {
  readonly route: PageRoute;
  readonly ahead: PageAheadStore;
}

/**
 * The page of the matched route and, hidden, the page ahead. Every route renders this component, so that React keeps
 * what was rendered ahead when the page ahead becomes the page.
 */
export function RoutedPage({ route, ahead }: RoutedPageProps) {
  const page = route.content(useLoaderData());
  const next = useStore(ahead);
  const visited = useVisitedAhead(ahead);
  const id = route.id ?? '';
  const [place, setPlace] = useState<{ readonly id: string } & Partial<PageAhead>>({ id });
  let current = place;
  if (place.id !== id) {
    current = { ...visited, id };
    setPlace(current);
  }
  const { key = id, container } = current;
  useEffect(() => ahead.clear(), [ahead, key]);
  return (
    <>
      <Place key={key} page={page} container={container} />
      {next && next.key !== key && next.route.id !== id && (
        <Place key={next.key} page={next.page} container={next.container} ahead={next} />
      )}
    </>
  );
}

/** The page ahead, once the visitor has followed its link. */
export function useVisitedAhead(ahead: PageAheadStore): PageAhead | undefined {
  const next = useStore(ahead);
  const location = useLocation();
  const match = useMatches().at(-1);
  if (!next || !match || match.id !== next.route.id || match.loaderData === undefined) return undefined;
  // A link's state may change what a page renders first.
  const isSame = location.pathname === next.location.pathname && isPlain(location) && location.state === null;
  return isSame && next.route.content(match.loaderData) === next.page ? next : undefined;
}

interface PlaceProps {
  readonly page: ReactNode;
  /** Absent for a page that was not rendered ahead. */
  readonly container: HTMLElement | undefined;
  /** Its address, while the page is ahead. */
  readonly ahead?: PageAddress;
}

function Place({ page, container, ahead }: PlaceProps) {
  if (!container) return page;
  return (
    <>
      {!ahead && <Attached node={container} />}
      <Activity mode={ahead ? 'hidden' : 'visible'}>
        {createPortal(
          <AheadBoundary isShown={!ahead}>
            {/* A visit renders it in one step, which must not fail because the page suspends. */}
            <Suspense>
              <PageAddressProvider value={ahead}>{page}</PageAddressProvider>
            </Suspense>
          </AheadBoundary>,
          container,
        )}
      </Activity>
    </>
  );
}

/** Before the page in the tree: layout effects of the page find it in the document. */
function Attached({ node }: { readonly node: HTMLElement }) {
  const attach = useCallback((host: HTMLElement | null) => host?.replaceChildren(node), [node]);
  return <div ref={attach} style={{ display: 'contents' }} />;
}

interface BoundaryProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** An error of the page ahead is none of the page on display. */
class AheadBoundary extends Component<BoundaryProps, { readonly failure?: { readonly error: unknown } }> {
  override state: { readonly failure?: { readonly error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    // The route's error element shows it, as if the page had been rendered at the visit.
    if (this.props.isShown) throw this.state.failure.error;
    return null;
  }
}
