import { Icon, tokens } from '@isa/ui';
import { useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { noticeBox } from './toaster';

const Root = styled.div`
  ${noticeBox}
  display: flex;
  margin-top: ${tokens.space(2)};
  padding: ${tokens.space(3)} ${tokens.space(4)};
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

/** A notice while the device has no network. The basket is a cookie, so it survives. */
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
          <span>You are offline. Your cart is safe; new pages need a connection.</span>
        </>
      )}
    </Root>
  );
}
