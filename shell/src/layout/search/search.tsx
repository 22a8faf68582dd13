import { type MenuEntry, useRequest } from '@isa/contract';
import { Icon, IconButton, media, RetryAlert, Spinner, surface, tokens } from '@isa/ui';
import { type KeyboardEventHandler, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Dialog } from '../dialog';
import { ScriptedIconButton } from '../header/controls';

/** With a modifier, because speech input types single letters (WCAG 2.1.4). */
const SHORTCUT = 'k';
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

const Bar = styled.form`
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(2)} ${tokens.space(2)} ${tokens.space(2)} ${tokens.space(5)};
  background: var(--isa-surface);
  border-bottom: 1px solid var(--isa-line);
  &:focus-within {
    border-color: var(--isa-accent);
  }
  > svg {
    flex: none;
    color: var(--isa-muted);
  }
`;

/** The field, which has no outline, because the bar's border shows the focus. */
const Input = styled.input`
  flex: 1;
  min-width: 0;
  min-height: 52px;
  padding: 0;
  border: 0;
  background: none;
  font-size: 1.125rem;
  &:focus-visible {
    /* Forced colours make it visible, where the border has one colour in all states. */
    outline-color: transparent;
    outline-offset: -2px;
  }
`;

const ResultsStatus = styled.div`
  display: grid;
  place-items: center;
  min-height: 12rem;
  padding: ${tokens.space(5)};
`;

interface SearchProps {
  readonly menu: readonly MenuEntry[];
}

/** The header's search. Opening it loads the results' code, the search library and the catalogue. */
export function Search({ menu }: SearchProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  useEffect(() => {
    const show = () => setOpen(true);
    const openByShortcut = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isReserved(event.target)) return;
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
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </ScriptedIconButton>
      <SearchDialog open={open} onClose={close} label="Search">
        <SearchForm menu={menu} onClose={close} />
      </SearchDialog>
    </>
  );
}

interface SearchFormProps extends SearchProps {
  readonly onClose: () => void;
}

/** The field, which can be typed in at once, and the results. */
function SearchForm({ menu, onClose }: SearchFormProps) {
  const [query, setQuery] = useState('');
  const root = useRef<HTMLDivElement>(null);
  // The results are not loaded by React.lazy, which never requests a failed chunk again.
  const { status, data, retry } = useRequest('results', () => import('./search-results'));
  const Results = data?.default;

  function openFirst(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    root.current?.querySelector<HTMLAnchorElement>('li a')?.click();
  }

  /** Moves the focus by arrow keys from the field through the results and back; typing returns to the field. */
  const moveFocus: KeyboardEventHandler = (event) => {
    // These keys choose among the suggestions of an input method.
    if (event.nativeEvent.isComposing) return;
    if (/^([^ ]|Backspace)$/u.test(event.key) && !hasModifier(event)) {
      // The field has the focus before the browser inserts the character.
      root.current?.querySelector('input')?.focus();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const elements = [...(root.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const next = elements[elements.findIndex((element) => element === document.activeElement) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div ref={root} onKeyDown={moveFocus}>
      <Bar role="search" onSubmit={openFirst}>
        <Icon name="search" />
        <Input
          // The type is not "search", with which Escape would empty the field instead of closing the dialog.
          type="text"
          role="searchbox"
          inputMode="search"
          aria-label="Search the site"
          placeholder="Courses, books, shipping…"
          autoComplete="off"
          autoFocus
          enterKeyHint="go"
          maxLength={80}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <IconButton icon="close" label="Close search" onClick={onClose} />
      </Bar>
      {Results ? (
        <Results menu={menu} query={query} onQuery={setQuery} onClose={onClose} />
      ) : (
        <ResultsStatus>
          {status === 'failed' ? (
            <RetryAlert retry={retry}>The search could not be loaded.</RetryAlert>
          ) : (
            <Spinner label="Opening the search…" />
          )}
        </ResultsStatus>
      )}
    </div>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === SHORTCUT && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function hasModifier({
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey;
}

/** @returns whether the key has another meaning here: in a text field or an open dialog. */
function isReserved(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
