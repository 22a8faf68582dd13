import type { MenuEntry } from '@isa/contract';
import { Alert, Button, ground, Icon, media, Spinner, tokens } from '@isa/ui';
import { useCallback, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { iconControl, needsScripts } from '../header/bar';
import { Sheet } from '../sheet';
import type SearchPanel from './search-panel';

const SHORTCUT = '/';

const Opener = styled.button`
  ${iconControl}
  ${needsScripts}
`;

const Dialog = styled(Sheet)`
  ${ground('card')}
  position: fixed;
  width: 100%;
  max-width: 100%;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  ${media.up('md')} {
    width: 42rem;
    height: fit-content;
    max-height: min(44rem, 80vh);
    margin: 10vh auto auto;
    border: 1px solid var(--isa-line);
    border-radius: ${tokens.radiusLarge};
  }
  &::backdrop {
    background: rgb(13 20 32 / 60%);
  }
`;

const Waiting = styled.div`
  display: grid;
  place-items: center;
  min-height: 12rem;
  padding: ${tokens.space(5)};
`;

/** Kept as a module: React would call a component that is put into a state. */
interface PanelModule {
  readonly default: typeof SearchPanel;
}

/** The header's search. Its code, the search library and the catalogue come when it is opened. */
export function Search({ menu }: { readonly menu: readonly MenuEntry[] }) {
  const [open, setOpen] = useState(false);
  const [module, setModule] = useState<PanelModule | 'failed'>();
  const close = () => setOpen(false);

  // A failed chunk is asked for again at the next opening: React.lazy would remember the failure for ever.
  const show = useCallback(() => {
    setOpen(true);
    setModule((now) => (now === 'failed' ? undefined : now));
    import('./search-panel').then(setModule, () => setModule('failed'));
  }, []);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== SHORTCUT || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target))
        return;
      event.preventDefault();
      show();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [show]);

  const Panel = typeof module === 'object' ? module.default : undefined;
  return (
    <>
      <Opener
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={SHORTCUT}
        onClick={show}
      >
        <Icon name="search" />
      </Opener>
      <Dialog open={open} onClose={close} label="Search">
        {Panel ? (
          <Panel menu={menu} onLeave={close} />
        ) : (
          <Waiting>
            {module === 'failed' ? (
              <Alert
                tone="error"
                action={
                  <Button size="small" variant="secondary" onClick={show}>
                    Try again
                  </Button>
                }
              >
                The search could not be loaded.
              </Alert>
            ) : (
              <Spinner label="Opening the search…" />
            )}
          </Waiting>
        )}
      </Dialog>
    </>
  );
}

/** A slash belongs to whoever is typing, and to a dialog or player that is open. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
