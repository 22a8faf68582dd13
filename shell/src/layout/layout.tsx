import * as paths from '@isa/api-contract/paths';
import { type HeaderVariant, type MenuEntry } from '@isa/contract';
import { media, tokens, visuallyHidden, VisuallyHidden } from '@isa/ui';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { keyframes, styled } from 'styled-components';
import { Footer } from './footer/footer';
import { Header } from './header/header';
import { usePageFocus } from './navigation/page-focus';
import { SLOW_NAVIGATION_MILLISECONDS } from './navigation/slow-navigation';
import { NewsletterConfirmation } from './footer/newsletter';
import { useRouteData } from './route-data';
import { ScrollProgress } from './scroll-progress';
import { CookieNotice, OfflineNotice, Toaster } from './toaster';

const advance = keyframes`
  from { scale: 0 1; }
  40% { scale: 0.55 1; }
  to { scale: 0.92 1; }
`;

const Bar = styled.div`
  position: fixed;
  z-index: 70;
  inset: 0 0 auto;
  height: 3px;
  background: var(--isa-brass);
  forced-color-adjust: none;
  transform-origin: left;
  ${media.motion} {
    /* Ever slower and never complete, because the duration is unknown. */
    animation: ${advance} 8s cubic-bezier(0.1, 0.7, 0.3, 1) forwards;
  }
`;

/** A bar along the top of a navigation that takes longer than 200 ms. */
function NavigationProgress() {
  const { state, location } = useNavigation();
  const busy = state !== 'idle';
  const [slowFor, setSlowFor] = useState<typeof location>();
  const slow = busy && slowFor === location;
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlowFor(location), SLOW_NAVIGATION_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [busy, location]);
  return (
    <>
      {slow && <Bar data-testid="navigation-progress" />}
      <VisuallyHidden role="status">{slow ? 'Loading the page…' : ''}</VisuallyHidden>
    </>
  );
}

/** Pages cross-fade (CSS View Transitions Level 1), and the header shows its new state at once. */
const pageTransitionRules = `
  html:active-view-transition #root header > [data-compact] {
    view-transition-name: isa-header;
  }
  /* Clicks work during the transition. */
  ::view-transition {
    pointer-events: none;
  }
  ::view-transition-group(*),
  ::view-transition-old(*),
  ::view-transition-new(*) {
    animation-duration: 140ms;
  }
  ::view-transition-group(isa-header),
  ::view-transition-new(isa-header) {
    animation: none;
  }
  ::view-transition-old(isa-header) {
    display: none;
  }
  @media (prefers-reduced-motion: reduce) {
    ::view-transition-group(*),
    ::view-transition-old(*),
    ::view-transition-new(*) {
      animation: none;
    }
  }
`;

/** These rules have a style element, because styled-components would compute them again. */
const layoutRules = `
  :root {
    --isa-header-height: 64px;
    /* The bar's loss of height when it turns compact. */
    --isa-header-squeeze: 8px;
    --isa-hero-band: clamp(24rem, 46vw, 38rem);
  }
  ${media.up('xl')} {
    :root {
      --isa-header-height: 88px;
      --isa-header-squeeze: 24px;
    }
  }
  [data-isa-page] {
    display: flow-root;
  }
  [data-isa-page='speculative'] {
    content-visibility: hidden;
  }
  @supports not (content-visibility: hidden) {
    [data-isa-page='speculative'] {
      display: none;
    }
  }
  html:has(dialog[data-isa-sheet][open]) {
    overflow: hidden;
    --isa-scroll-bar-room: var(--isa-scroll-bar, 0px);
    padding-right: var(--isa-scroll-bar-room);
  }
`;

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  min-height: 100dvh;
`;

/** The main element. It keeps the footer below the fold, so that a page that arrives causes no layout shift. */
const Main = styled.main`
  flex: 1 0 auto;
  min-height: 100vh;
  min-height: 100svh;
`;

const SkipLink = styled.a`
  &:not(:focus) {
    ${visuallyHidden}
  }
  position: fixed;
  z-index: 80;
  top: ${tokens.space(2)};
  left: ${tokens.space(2)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
  border-radius: ${tokens.radius};
  background: var(--isa-ink);
  color: var(--isa-paper);
  --isa-focus: var(--isa-brass-light);
`;

const MAIN_ID = 'isa-main';

// Header and footer are memoised, because a navigation renders the layout at its start and end.
const MemoHeader = memo(Header);
const MemoFooter = memo(Footer);
const MemoScrollProgress = memo(ScrollProgress);
const MemoToaster = memo(Toaster);
const notices = (
  <>
    <NewsletterConfirmation />
    <OfflineNotice />
    <CookieNotice />
  </>
);

/**
 * @returns a key that changes with the header: as a new element the page has not moved (Layout Instability).
 * A page that is rendered already follows its click at once, so a shift does not count.
 */
function useMainKey(header: HeaderVariant, keepsMain = false): number {
  const [main, setMain] = useState({ header, key: 0 });
  if (main.header === header) return main.key;
  const next = { header, key: keepsMain ? main.key : main.key + 1 };
  setMain(next);
  return next.key;
}

interface LayoutProps {
  readonly menu: readonly MenuEntry[];
  readonly keepsMain?: boolean;
  /** Replaces the matched page when the root route failed. */
  readonly children?: ReactNode;
}

/** The frame around every page. Header and footer follow the data of the deepest matched route. */
export function Layout({ menu, keepsMain, children }: LayoutProps) {
  const { header = 'default', footer = 'dark' } = useRouteData();
  const enclosed = useLocation().pathname === paths.checkout;
  usePageFocus();
  return (
    <>
      <style href="isa-layout" precedence="first">
        {layoutRules + pageTransitionRules}
      </style>
      <Frame>
        <SkipLink href={`#${MAIN_ID}`}>Skip to content</SkipLink>
        <NavigationProgress />
        <MemoHeader variant={header} menu={menu} enclosed={enclosed} />
        <Main key={useMainKey(header, keepsMain)} id={MAIN_ID} tabIndex={-1}>
          {children ?? <Outlet />}
        </Main>
        {!enclosed && <MemoFooter variant={footer} menu={menu} />}
      </Frame>
      {/* It would lie on the checkout's texts, and that page is short. */}
      {!enclosed && <MemoScrollProgress />}
      <MemoToaster>{notices}</MemoToaster>
      <ScrollRestoration storageKey="isa-shell-scroll" />
    </>
  );
}
