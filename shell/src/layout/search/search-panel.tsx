import * as paths from '@isa/api-contract/paths';
import { type MenuEntry, useHost, useRequest } from '@isa/contract';
import {
  Caption,
  Icon,
  IconButton,
  media,
  RetryAlert,
  Spinner,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { type KeyboardEvent, type SubmitEvent, useId, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Link } from '@isa/contract/router';
import { buildSearchIndex, sitePages } from './search-index';

const Title = styled(Caption)`
  padding: 0 ${tokens.space(3)} ${tokens.space(2)};
`;

const Entry = styled.li`
  a {
    display: block;
    padding: ${tokens.space(2.5)} ${tokens.space(3)};
    border-radius: ${tokens.radius};
    color: inherit;
    text-decoration: none;
    ${media.hover} {
      &:hover {
        background: var(--isa-raised);
      }
    }
    &:focus-visible {
      background: var(--isa-raised);
      outline-offset: -2px;
    }
  }
`;

const Name = styled.span`
  display: block;
  font-family: ${tokens.font.serif};
  font-size: 1.125rem;
  font-weight: 520;
  line-height: 1.35;
  svg {
    display: inline-block;
    margin-left: 0.35em;
    vertical-align: -0.08em;
    color: var(--isa-muted);
  }
`;

const Summary = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  margin-top: ${tokens.space(0.5)};
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  color: var(--isa-muted);
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
  readonly onClose: () => void;
}

/** Search over courses, lessons, books, articles, pages and sections of legal pages. The catalogue is read when it opens. */
export default function SearchPanel({ menu, onClose }: SearchPanelProps) {
  const { api } = useHost();
  const pages = useMemo(() => sitePages(menu), [menu]);
  const {
    status,
    data: index,
    retry,
  } = useRequest('catalogue', (signal) => buildSearchIndex(api, pages, signal));
  const [query, setQuery] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const titleId = useId();

  function openFirst(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    root.current?.querySelector<HTMLAnchorElement>('li a')?.click();
  }

  /** Moves the focus by arrow keys from the field through the results and back; typing returns to the field. */
  function moveFocus(event: KeyboardEvent) {
    if (
      /^(.|Backspace)$/u.test(event.key) &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      // The field has the focus before the browser inserts the character.
      root.current?.querySelector('input')?.focus();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const elements = [...(root.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const next = elements[elements.findIndex((element) => element === document.activeElement) + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
  }

  const terms = query.trim();
  const ready = status === 'ready';
  const results = !ready ? [] : terms === '' ? pages : index.find(terms);
  const count = `${results.length} ${results.length === 1 ? 'result' : 'results'}`;

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
      <Body>
        {status === 'loading' && <Spinner label="Loading the catalogue…" showLabel />}
        {status === 'failed' && <RetryAlert retry={retry}>The catalogue could not be read.</RetryAlert>}
        {ready && !index.complete && (
          <RetryAlert tone="info" retry={retry}>
            A part of the catalogue could not be read, so something may be missing here.
          </RetryAlert>
        )}
        {results.length > 0 && (
          <div>
            <Title id={titleId}>{terms === '' ? 'Pages' : count}</Title>
            <ul aria-labelledby={titleId}>
              {results.map(({ id, kind, path, title, summary }) => (
                <Entry key={id}>
                  <Link to={path} onClick={onClose}>
                    {terms !== '' && <Caption as="span">{kind}</Caption>}
                    <Name>{title}</Name>
                    {summary && <Summary>{summary}</Summary>}
                  </Link>
                </Entry>
              ))}
            </ul>
          </div>
        )}
        {ready && results.length === 0 && (
          <Text muted>
            No results for “{terms}”. A single word often finds more: foot, vehicle, refund. Or{' '}
            <TextLink as={Link} to={paths.contact} onClick={onClose}>
              ask us
            </TextLink>
            , and we answer within two working days.
          </Text>
        )}
      </Body>
      <VisuallyHidden role="status">{ready && terms !== '' ? count : ''}</VisuallyHidden>
    </div>
  );
}
