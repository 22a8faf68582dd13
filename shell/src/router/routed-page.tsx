import { useStore } from '@isa/contract';
import { type PageAddress, PageAddressProvider, type PageRoute, WholePageProvider } from '@isa/contract/host';
import { Activity, Component, Fragment, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLoaderData, useLocation, useMatches, NavigationType, useNavigationType } from 'react-router-dom';
import { whenIdle } from '../browser/when-idle';
import { isPlain, type SpeculativePage, speculativePage } from '../prefetch/speculative-page';

/**
 * The page and, hidden after it, the speculative page: an id that both have leads to the former. Every route
 * renders this component, so that React keeps what was rendered when the speculative page becomes the page.
 */
export function RoutedPage({ route }: { readonly route: PageRoute }) {
  const page = route.content(useLoaderData());
  const next = useStore(speculativePage);
  const visited = useVisitedSpeculativePage();
  const { id } = route;
  const [place, setPlace] = useState({ id, key: id });
  let current = place;
  if (place.id !== id) {
    current = { id, key: visited?.key ?? id };
    setPlace(current);
  }
  const { key } = current;
  useEffect(() => speculativePage.clear(), [key]);
  // Back returns to a place in the page, and a fragment names one, so such a page is rendered in one step.
  const { hash } = useLocation();
  const isWhole = useNavigationType() !== NavigationType.Push || hash !== '';
  return (
    <WholePageProvider value={isWhole}>
      {key === id ? <Fragment key={key}>{page}</Fragment> : <PageContainer key={key} page={page} />}
      {next && next.key !== key && next.route.id !== id && (
        <PageContainer key={next.key} page={next.page} speculative={next} />
      )}
    </WholePageProvider>
  );
}

/** @returns the speculative page, once the visitor has followed its link. */
export function useVisitedSpeculativePage(): SpeculativePage | undefined {
  const next = useStore(speculativePage);
  const location = useLocation();
  const match = useMatches().at(-1);
  if (!next || !match || match.id !== next.route.id || match.loaderData === undefined) return undefined;
  // A link's state may change what a page renders first.
  const isSame = location.pathname === next.location.pathname && isPlain(location) && location.state === null;
  return isSame && next.route.content(match.loaderData) === next.page ? next : undefined;
}

interface PageContainerProps {
  readonly page: ReactNode;
  readonly speculative?: PageAddress;
}

/**
 * Until the visit nothing finds, focuses or announces a speculative page (CSS Containment Level 2,
 * `content-visibility`). `inert` would cost a computation of its styles.
 */
function PageContainer({ page, speculative }: PageContainerProps) {
  return (
    <div data-isa-page={speculative ? 'speculative' : 'visited'} ref={layOutWhenIdle}>
      <Activity mode={speculative ? 'hidden' : 'visible'}>
        <div>
          <SpeculativeBoundary isShown={!speculative}>
            {/* The page must not suspend, because a visit renders it in one step. */}
            <Suspense>
              <PageAddressProvider value={speculative}>{page}</PageAddressProvider>
            </Suspense>
          </SpeculativeBoundary>
        </div>
      </Activity>
    </div>
  );
}

/** Computes the page's styles and layout in an idle period; React would wait until the visit. */
function layOutWhenIdle(place: HTMLElement | null) {
  if (!place) return;
  const observer = new MutationObserver(() => {
    const [content] = place.children;
    if (!(content instanceof HTMLElement)) return;
    observer.disconnect();
    content.style.removeProperty('display');
    whenIdle(() => void content.getBoundingClientRect());
  });
  observer.observe(place, { childList: true });
  return () => observer.disconnect();
}

interface BoundaryProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** Catches errors of the speculative page, which must not replace the page on display. */
class SpeculativeBoundary extends Component<BoundaryProps> {
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
