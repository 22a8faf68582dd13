import { type HeaderVariant, type MenuEntry, paths } from '@isa/contract';
import { media, tokens, visuallyHidden } from '@isa/ui';
import { memo, type ReactNode, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { Footer } from './footer/footer';
import { Header } from './header/header';
import { NavigationProgress } from './navigation/navigation-progress';
import { usePageFocus } from './navigation/page-focus';
import { pageTransitionRules } from './navigation/page-transition';
import { NewsletterConfirmation } from './newsletter-confirmation';
import { OfflineNotice } from './offline-notice';
import { useRouteData } from './route-data';
import { ScrollProgress } from './scroll-progress';
import { Toaster } from './toaster';
import type { Toasts } from './toasts';

/** In a style element of their own: styled-components would compute them again in the browser. */
const layoutRules = `
  :root {
    --isa-header-height: 64px;
    /* The bar's loss of height when it turns compact. */
    --isa-header-squeeze: 8px;
    /* The picture of the about page's header. */
    --isa-hero-band: clamp(24rem, 46vw, 38rem);
  }
  ${media.up('xl')} {
    :root {
      --isa-header-height: 88px;
      --isa-header-squeeze: 24px;
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

  /* In the checkout only the payment is in brass. */
  &[data-quiet] > :is(header, footer) * {
    --isa-accent: currentcolor;
    --isa-button-edge: var(--isa-line-strong);
  }
  &[data-quiet] > header * {
    --isa-button: transparent;
    --isa-button-hover: transparent;
  }
  &[data-quiet] > footer * {
    --isa-button: var(--isa-line-strong);
    --isa-button-hover: var(--isa-muted);
  }
`;

/** Keeps the footer below the fold, so that a page that arrives causes no layout shift. */
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

// A navigation renders the layout at its start and end; these components need neither render.
const MemoHeader = memo(Header);
const MemoFooter = memo(Footer);
const MemoScrollProgress = memo(ScrollProgress);
const MemoToaster = memo(Toaster);
const offlineNotice = <OfflineNotice />;

/**
 * Below another header the page begins elsewhere: as a new element it has not moved (Layout Instability). A page that is
 * rendered already follows its click at once, and a shift soon after an input does not count.
 */
function useMainKey(header: HeaderVariant, keepsMain = false): number {
  const [main, setMain] = useState({ header, key: 0 });
  if (main.header === header) return main.key;
  const next = { header, key: keepsMain ? main.key : main.key + 1 };
  setMain(next);
  return next.key;
}

interface LayoutProps {
  /** Menu entries of the releases, in any order. */
  readonly menu: readonly MenuEntry[];
  readonly toasts: Toasts;
  /** The page is already rendered into the main element. */
  readonly keepsMain?: boolean;
  /** Replaces the matched page when the root route failed. */
  readonly children?: ReactNode;
}

/** The frame around every page. Header and footer follow the data of the deepest matched route. */
export function Layout({ menu, toasts, keepsMain, children }: LayoutProps) {
  const { header = 'default', footer = 'dark' } = useRouteData();
  const quiet = useLocation().pathname === paths.checkout;
  usePageFocus();
  return (
    <>
      <style href="isa-layout" precedence="first">
        {layoutRules + pageTransitionRules}
      </style>
      <Frame data-quiet={quiet || undefined}>
        <SkipLink href={`#${MAIN_ID}`}>Skip to content</SkipLink>
        <NavigationProgress />
        <MemoHeader variant={header} menu={menu} />
        <Main key={useMainKey(header, keepsMain)} id={MAIN_ID} tabIndex={-1}>
          {children ?? <Outlet />}
        </Main>
        <MemoFooter variant={footer} menu={menu} quiet={quiet} />
      </Frame>
      <MemoScrollProgress />
      <MemoToaster toasts={toasts}>{offlineNotice}</MemoToaster>
      <NewsletterConfirmation />
      <ScrollRestoration storageKey="isa-shell-scroll" />
    </>
  );
}
