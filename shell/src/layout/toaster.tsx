import * as paths from '@isa/api-contract/paths';
import { useHydrated } from '@isa/contract';
import { asElement, surface, Icon, IconButton, media, Stack, tokens } from '@isa/ui';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router-dom';
import { COOKIES_NEEDED, keepsCookies } from '../browser/cookie';
import { css, keyframes, styled } from 'styled-components';
import { useStore } from 'zustand/react';
import { type ShownToast, TOAST_MILLISECONDS, toasts } from './toasts';

const appear = keyframes`from { opacity: 0; translate: 0 8px; }`;

const Region = styled.section`
  position: fixed;
  z-index: 60;
  left: 0;
  /* Toasts are below the header, near the cart, because the page's subject is in the middle; notices are at the bottom. On
     phones, whose first screen is the subject, both are at the bottom. */
  top: var(--isa-header-height);
  bottom: env(safe-area-inset-bottom, 0px);
  display: flex;
  flex-direction: column;
  width: 100%;
  padding: ${tokens.space(2)};
  pointer-events: none;
  > :first-child {
    margin-top: auto;
  }
  /* Moved by translate, because a bar that appears must not cause a layout shift. */
  > * {
    translate: 0 calc(-1 * var(--isa-bottom-inset, 0px));
  }
  ${media.up('sm')} {
    padding: ${tokens.space(4)};
    > * {
      width: 30rem;
    }
    > :first-child {
      align-self: flex-end;
      margin-block: 0 auto;
      translate: none;
    }
  }
`;

const noticeBox = css`
  ${surface('night')}
  align-items: center;
  gap: ${tokens.space(3)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  pointer-events: auto;
`;

const ToastBox = styled.div`
  ${noticeBox}
  display: grid;
  grid-template-columns: auto 1fr auto;
  padding: ${tokens.space(1.5)} ${tokens.space(1)} ${tokens.space(1.5)} ${tokens.space(4)};
  ${media.motion} {
    animation: ${appear} ${tokens.motion};
  }
`;

const Body = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  column-gap: ${tokens.space(3)};
  > span {
    flex: 1 1 11rem;
    padding-block: ${tokens.space(1)};
  }
`;

const Picture = styled.img`
  width: 34px;
  border-radius: 2px;
`;

const icons = { info: 'info', success: 'success', error: 'alert' } as const;
const colours = { info: 'accent', success: 'success', error: 'error' } as const;

const ToneIcon = styled.span<{ readonly $tone: keyof typeof colours }>`
  color: var(--isa-${({ $tone }) => colours[$tone]});
`;

const Action = styled.button`
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--isa-accent);
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.22em;
`;

/** The key that moves the focus to the toasts, which are at the end of the page and disappear soon. */
const SHORTCUT = 'F8';

/**
 * The toasts. They hide after five seconds, but not while the pointer or the focus is on one of them.
 * @param props.children permanent notices, which are shown below the toasts.
 */
export function Toaster({ children }: { readonly children?: ReactNode }) {
  const { shown } = useStore(toasts.store);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);
  const previousFocus = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const focusToasts = (event: KeyboardEvent) => {
      if (event.key !== SHORTCUT) return;
      const button = region.current?.querySelector<HTMLElement>('button');
      if (!button) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) previousFocus.current = document.activeElement;
      button.focus();
    };
    document.addEventListener('keydown', focusToasts);
    return () => document.removeEventListener('keydown', focusToasts);
  }, []);

  function hide(id: number) {
    const hadFocus = region.current?.contains(document.activeElement);
    toasts.dismiss(id);
    setHovered(false);
    setFocused(false);
    if (hadFocus) previousFocus.current?.focus({ preventScroll: true });
  }

  return (
    <Region
      ref={region}
      data-isa-above-bar
      data-isa-screen-only
      aria-label={`Notifications (${SHORTCUT})`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => {
        const last = shown.at(-1);
        if (key === 'Escape' && last) hide(last.id);
      }}
    >
      <Stack gap={2} role="status" aria-atomic="false">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} paused={hovered || focused} onHide={() => hide(toast.id)} />
        ))}
      </Stack>
      {asElement(children)}
    </Region>
  );
}

interface ToastItemProps {
  readonly toast: ShownToast;
  readonly paused: boolean;
  readonly onHide: () => void;
}

function ToastItem({ toast: { text, tone = 'info', picture, action }, paused, onHide }: ToastItemProps) {
  const remaining = useRef(TOAST_MILLISECONDS);
  const hide = useEffectEvent(onHide);

  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(() => hide(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [paused]);

  return (
    <ToastBox>
      {picture ? (
        <Picture src={picture} alt="" width={34} height={49} />
      ) : (
        <ToneIcon $tone={tone}>
          <Icon name={icons[tone]} />
        </ToneIcon>
      )}
      <Body>
        <span>{text}</span>
        {action && (
          <Action
            type="button"
            onClick={() => {
              action.run();
              onHide();
            }}
          >
            {action.label}
          </Action>
        )}
      </Body>
      <IconButton icon="close" label="Dismiss" onClick={onHide} />
    </ToastBox>
  );
}

export const PermanentNotice = styled.div`
  ${noticeBox}
  display: flex;
  flex-wrap: wrap;
  margin-top: ${tokens.space(2)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
  span {
    flex: 1 1 12rem;
  }
  svg {
    flex: none;
    color: var(--isa-accent);
  }
  &:empty {
    display: none;
  }
`;

function subscribeToNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** A notice while the device has no network. The basket is a cookie, so it survives. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );
  return (
    <PermanentNotice role="status">
      {!online && (
        <>
          <Icon name="offline" size={20} />
          <span>You are offline. Your cart is safe; new pages need a connection.</span>
        </>
      )}
    </PermanentNotice>
  );
}

/** Pages that only work with cookies; visitors without an account are redirected to the login from all others. */
const NEED_COOKIES: readonly string[] = [paths.basket, paths.checkout, paths.login(), paths.register()];

/** A notice on pages that need cookies, in a browser that blocks them. */
export function CookieNotice() {
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  const isBlocked = useMemo(
    () => isHydrated && NEED_COOKIES.includes(pathname) && !keepsCookies(),
    [isHydrated, pathname],
  );
  return (
    <PermanentNotice role="status">
      {isBlocked && (
        <>
          <Icon name="alert" size={20} />
          <span>{COOKIES_NEEDED}</span>
        </>
      )}
    </PermanentNotice>
  );
}
