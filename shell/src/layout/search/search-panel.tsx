import { type MenuEntry, paths, useHost } from '@isa/contract';
import { Alert, Button, Icon, IconButton, Spinner, Text, tokens, VisuallyHidden } from '@isa/ui';
import { type KeyboardEvent, type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { legalPages } from '../legal-pages';
import { Results } from './results';
import { buildSearchIndex, type Found, type SearchIndex } from './search-index';

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

/** The whole bar is the field; its line shows the focus. */
const Input = styled.input`
  flex: 1;
  min-width: 0;
  min-height: 52px;
  padding: 0;
  border: 0;
  background: none;
  font-size: 1.125rem;
  &:focus-visible {
    outline: none;
  }
`;

const Body = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  padding: ${tokens.space(5)} ${tokens.space(3)};
  > p {
    padding-inline: ${tokens.space(3)};
  }
`;

interface SearchPanelProps {
  readonly menu: readonly MenuEntry[];
  readonly onLeave: () => void;
}

type State =
  | { readonly step: 'reading' }
  | { readonly step: 'ready'; readonly index: SearchIndex }
  | { readonly step: 'failed' };

/** The site's own pages: what the menus link, and what only the footer knows. */
function ownPages(menu: readonly MenuEntry[]): readonly Found[] {
  const links = [
    ...menu
      .filter((entry) => entry.menu === 'main')
      .flatMap(({ label, path, children }) =>
        children
          ? children.map((child) => ({ label: `${label}: ${child.label}`, path: child.path }))
          : [{ label, path }],
      ),
    { label: 'Contact Us', path: paths.contact },
    { label: 'Basket', path: paths.basket },
    ...legalPages.map(({ slug, label }) => ({ label, path: paths.legal(slug) })),
  ];
  return links.map(({ label, path }) => ({ id: path, kind: 'Page', title: label, summary: '', path }));
}

/** Search over courses, lessons, books, articles and pages. The catalogue is read when it opens. */
export default function SearchPanel({ menu, onLeave }: SearchPanelProps) {
  const { api } = useHost();
  const pages = useMemo(() => ownPages(menu), [menu]);
  const [state, setState] = useState<State>({ step: 'reading' });
  const [attempt, setAttempt] = useState(0);
  const [query, setQuery] = useState('');
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const controller = new AbortController();
    buildSearchIndex(api, pages, controller.signal).then(
      (index) => setState({ step: 'ready', index }),
      () => {
        if (!controller.signal.aborted) setState({ step: 'failed' });
      },
    );
    return () => controller.abort();
  }, [api, pages, attempt]);

  function readAgain() {
    setState({ step: 'reading' });
    setAttempt(attempt + 1);
  }

  function openFirst(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    root.current?.querySelector<HTMLAnchorElement>('li a')?.click();
  }

  /** Up and down walk from the field through the results and back. */
  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
  }

  const asked = query.trim();
  const found = state.step !== 'ready' ? [] : asked === '' ? pages : state.index.find(asked);
  const count = `${found.length} ${found.length === 1 ? 'result' : 'results'}`;

  return (
    <div ref={root} onKeyDown={walk}>
      <Bar role="search" onSubmit={openFirst}>
        <Icon name="search" />
        <Input
          // Not of type "search": there Escape would empty the field instead of closing the dialog.
          type="text"
          role="searchbox"
          inputMode="search"
          aria-label="Search the site"
          placeholder="Courses, lessons, books…"
          autoComplete="off"
          autoFocus
          enterKeyHint="go"
          maxLength={80}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <IconButton icon="close" label="Close search" onClick={onLeave} />
      </Bar>
      <Body>
        {state.step === 'reading' && <Spinner label="Opening the files…" showLabel />}
        {(state.step === 'failed' || (state.step === 'ready' && !state.index.whole)) && (
          <Alert
            tone={state.step === 'failed' ? 'error' : 'info'}
            action={
              <Button size="small" variant="secondary" onClick={readAgain}>
                Try again
              </Button>
            }
          >
            {state.step === 'failed'
              ? 'The catalogue could not be read.'
              : 'A part of the catalogue could not be read, so something may be missing here.'}
          </Alert>
        )}
        {found.length > 0 && (
          <div>
            <Results
              title={asked === '' ? 'Pages' : count}
              found={found}
              plain={asked === ''}
              onChoose={onLeave}
            />
          </div>
        )}
        {state.step === 'ready' && found.length === 0 && (
          <Text muted>
            Nothing on file for “{asked}”. A single word often finds more: foot, vehicle, reports.
          </Text>
        )}
      </Body>
      <VisuallyHidden role="status">{state.step === 'ready' && asked !== '' ? count : ''}</VisuallyHidden>
    </div>
  );
}
