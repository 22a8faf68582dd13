import type { MenuEntry } from '@isa/contract';
import { media, tokens, visuallyHidden } from '@isa/ui';
import { memo, type ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { createGlobalStyle, styled } from 'styled-components';
import { Footer } from './footer/footer';
import { Header } from './header/header';
import { NavigationProgress } from './navigation/navigation-progress';
import { usePageFocus } from './navigation/page-focus';
import { PageTransition } from './navigation/page-transition';
import { NewsletterConfirmation } from './newsletter-confirmation';
import { OfflineNotice } from './offline-notice';
import { useRouteData } from './route-data';
import { ScrollProgress } from './scroll-progress';
import { Toaster } from './toaster';
import type { Toasts } from './toasts';

const ChromeStyle = createGlobalStyle`
  :root {
    --isa-header-height: 64px;
    /* What the bar loses when it turns compact. */
    --isa-header-squeeze: 8px;
    ${media.up('xl')} {
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
`;

/** The footer starts below the fold on every page, so that no page that arrives can move it in view. */
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

// A navigation draws the layout anew when it begins and when it ends; these depend on neither.
const SteadyHeader = memo(Header);
const SteadyFooter = memo(Footer);
const SteadyToaster = memo(Toaster);
const SteadyProgress = memo(ScrollProgress);
const SteadyTransition = memo(PageTransition);
const SteadyChrome = memo(ChromeStyle);
const offlineNotice = <OfflineNotice />;

interface LayoutProps {
  /** The releases' menu entries, in any order. */
  readonly menu: readonly MenuEntry[];
  readonly toasts: Toasts;
  /** Stands in for the matched page, when the failure is the root's own. */
  readonly children?: ReactNode;
}

/** The frame around every page. Header and footer follow the data of the deepest matched route. */
export function Layout({ menu, toasts, children }: LayoutProps) {
  const { header = 'default', footer = 'dark' } = useRouteData();
  usePageFocus();
  return (
    <>
      <SteadyChrome />
      <SteadyTransition />
      <Frame>
        <SkipLink href={`#${MAIN_ID}`}>Skip to content</SkipLink>
        <NavigationProgress />
        <SteadyHeader variant={header} menu={menu} />
        <Main id={MAIN_ID} tabIndex={-1}>
          {children ?? <Outlet />}
        </Main>
        <SteadyFooter variant={footer} menu={menu} />
      </Frame>
      <SteadyProgress />
      <SteadyToaster toasts={toasts}>{offlineNotice}</SteadyToaster>
      <NewsletterConfirmation />
      <ScrollRestoration storageKey="isa-shell-scroll" />
    </>
  );
}
