import { ground, Icon, tokens } from '@isa/ui';
import { useSyncExternalStore } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  ${ground('night')}
  display: flex;
  align-items: center;
  gap: ${tokens.space(3)};
  margin-top: ${tokens.space(2)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  pointer-events: auto;
  svg {
    flex: none;
    color: var(--isa-accent);
  }
  &:empty {
    display: none;
  }
`;

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says so while the device has no network; the basket is kept on the device and survives. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <Root role="status">
      {!online && (
        <>
          <Icon name="offline" size={20} />
          <span>You are offline. Your basket is safe; new pages need a connection.</span>
        </>
      )}
    </Root>
  );
}
