import { ground, Icon, IconButton, media, tokens } from '@isa/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { keyframes, styled } from 'styled-components';
import { useStore } from 'zustand/react';
import { type ShownToast, TOAST_MILLISECONDS, type Toasts } from './toasts';

const arrive = keyframes`from { opacity: 0; translate: 0 8px; }`;

const Region = styled.section`
  position: fixed;
  z-index: 60;
  left: 0;
  bottom: env(safe-area-inset-bottom, 0px);
  /* Moved and not laid out anew, so that a bar which appears shifts nothing. */
  translate: 0 calc(-1 * var(--isa-bottom-inset, 0px));
  width: 100%;
  padding: ${tokens.space(4)};
  pointer-events: none;
  ${media.up('sm')} {
    width: 27rem;
    padding: ${tokens.space(6)};
  }
  @media print {
    display: none;
  }
`;

const List = styled.div`
  display: grid;
  gap: ${tokens.space(2)};
`;

const Root = styled.div`
  ${ground('night')}
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(1.5)} ${tokens.space(1)} ${tokens.space(1.5)} ${tokens.space(4)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  pointer-events: auto;
  ${media.motion} {
    animation: ${arrive} ${tokens.motion};
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

const Mark = styled.span<{ readonly $tone: 'info' | 'success' | 'error' }>`
  color: var(--isa-${({ $tone }) => ({ info: 'accent', success: 'success', error: 'error' })[$tone]});
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

const marks = { info: 'info', success: 'success', error: 'alert' } as const;

/** Brings the keyboard to the toasts and back: they stand at the end of the page and do not wait long. */
const SHORTCUT = 'F8';

interface ToasterProps {
  readonly toasts: Toasts;
  /** A lasting notice that stands below the toasts. */
  readonly children?: ReactNode;
}

/** The toasts: they hide after five seconds, but never while the pointer or the focus is on one of them. */
export function Toaster({ toasts: { store, dismiss }, children }: ToasterProps) {
  const shown = useStore(store, ({ toasts }) => toasts);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== SHORTCUT) return;
      const button = region.current?.querySelector<HTMLElement>('button');
      if (!button) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) cameFrom.current = document.activeElement;
      button.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  function leave(id: number) {
    const hadFocus = region.current?.contains(document.activeElement);
    dismiss(id);
    setHovered(false);
    setFocused(false);
    if (hadFocus) cameFrom.current?.focus({ preventScroll: true });
  }

  return (
    <Region
      ref={region}
      aria-label={`Notifications (${SHORTCUT})`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => {
        const last = shown.at(-1);
        if (key === 'Escape' && last) leave(last.id);
      }}
    >
      <List role="status" aria-atomic="false">
        {shown.map((toast) => (
          <Item key={toast.id} toast={toast} paused={hovered || focused} onLeave={() => leave(toast.id)} />
        ))}
      </List>
      {children}
    </Region>
  );
}

interface ItemProps {
  readonly toast: ShownToast;
  readonly paused: boolean;
  readonly onLeave: () => void;
}

function Item({ toast: { text, tone = 'info', action }, paused, onLeave }: ItemProps) {
  const remaining = useRef(TOAST_MILLISECONDS);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });

  useEffect(() => {
    if (paused) return;
    const started = Date.now();
    const timer = setTimeout(() => leave.current(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - started;
    };
  }, [paused]);

  return (
    <Root>
      <Mark $tone={tone}>
        <Icon name={marks[tone]} />
      </Mark>
      <Body>
        <span>{text}</span>
        {action && (
          <Action
            type="button"
            onClick={() => {
              action.run();
              onLeave();
            }}
          >
            {action.label}
          </Action>
        )}
      </Body>
      <IconButton icon="close" label="Dismiss" onClick={onLeave} />
    </Root>
  );
}
