import { type MenuEntry, useRequest } from '@isa/contract';
import { surface, Icon, media, RetryAlert, Spinner, tokens } from '@isa/ui';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { Dialog } from '../dialog';
import { ScriptedIconButton } from '../header/controls';

const SHORTCUT = '/';
const OPEN_SEARCH = 'isa-open-search';

export function openSearch(): void {
  document.dispatchEvent(new Event(OPEN_SEARCH));
}

const SearchDialog = styled(Dialog)`
  ${surface('card')}
  ${media.up('md')} {
    width: 42rem;
    height: fit-content;
    max-height: min(44rem, 80vh);
    margin: 10vh auto auto;
    border: 1px solid var(--isa-line);
    border-radius: ${tokens.radiusLarge};
  }
`;

const PanelStatus = styled.div`
  display: grid;
  place-items: center;
  min-height: 12rem;
  padding: ${tokens.space(5)};
`;

/** The header's search. Its code, the search library and the catalogue are loaded when it is opened. */
export function Search({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false);
  // The panel is not loaded by React.lazy, which never requests a failed chunk again.
  const { status, data, retry } = useRequest(open ? 'panel' : undefined, () => import('./search-panel'));
  const Panel = data?.default;
  const close = () => setOpen(false);

  useEffect(() => {
    const show = () => setOpen(true);
    const openByShortcut = (event: KeyboardEvent) => {
      const isShortcut = event.key === SHORTCUT && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isShortcut || isReserved(event.target)) return;
      event.preventDefault();
      show();
    };
    document.addEventListener(OPEN_SEARCH, show);
    document.addEventListener('keydown', openByShortcut);
    return () => {
      document.removeEventListener(OPEN_SEARCH, show);
      document.removeEventListener('keydown', openByShortcut);
    };
  }, []);

  return (
    <>
      <ScriptedIconButton
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={SHORTCUT}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </ScriptedIconButton>
      <SearchDialog open={open} onClose={close} label="Search">
        {Panel ? (
          <Panel menu={menu} onClose={close} />
        ) : (
          <PanelStatus>
            {status === 'failed' ? (
              <RetryAlert retry={retry}>The search could not be loaded.</RetryAlert>
            ) : (
              <Spinner label="Opening the search…" />
            )}
          </PanelStatus>
        )}
      </SearchDialog>
    </>
  );
}

/** @returns whether the key has another meaning here: in a text field or an open dialog. */
function isReserved(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
