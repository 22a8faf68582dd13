import { calls, type CallOutput } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type MenuEntry, useHost, useRequest } from '@isa/contract';
import {
  Button,
  Caption,
  Cluster,
  media,
  RetryAlert,
  Spinner,
  Stack,
  Text,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import { Link } from '@isa/contract/router';
import { buildSearchIndex, markedParts, sitePages, suggestions } from './search-index';

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

const Body = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  padding: ${tokens.space(5)} ${tokens.space(3)};
  > p {
    padding-inline: ${tokens.space(3)};
  }
`;

const NOTHING: CallOutput<'readSearchable'> = {
  courses: [],
  lessons: [],
  books: [],
  posts: [],
  legalPages: [],
};

const NothingFound = styled(Stack)`
  padding-inline: ${tokens.space(3)};
`;

/** Words that find something, for visitors whose own have not. */
const singleWords = ['Foot', 'Vehicle', 'Refund'];

const Mark = styled.mark`
  background: color-mix(in srgb, var(--isa-accent) 22%, transparent);
  color: inherit;
`;

/** A text in which the searched words are marked. */
function Marked({ text, terms }: { readonly text: string; readonly terms: string }) {
  return markedParts(text, terms).map((part, index) =>
    // Every second part is a searched word.
    index % 2 === 1 ? <Mark key={index}>{part}</Mark> : <span key={index}>{part}</span>,
  );
}

interface SearchResultsProps {
  readonly menu: readonly MenuEntry[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
}

/** What the search finds in courses, lessons, books, articles, pages and sections of legal pages. */
export default function SearchResults({ menu, query, onQuery, onClose }: SearchResultsProps) {
  const { api } = useHost();
  const pages = useMemo(() => sitePages(menu), [menu]);
  const { status, data, retry } = useRequest('searchable', (signal) =>
    api(calls.readSearchable, {}, { signal }),
  );
  const index = useMemo(() => buildSearchIndex(pages, data ?? NOTHING), [pages, data]);
  const titleId = useId();

  const terms = query.trim();
  // Without the catalogue the search still finds the site's pages.
  const ready = status === 'ready' || status === 'failed';
  const found = !ready || terms === '' ? [] : index.find(terms);
  const results = terms === '' ? suggestions.map((entry) => ({ ...entry, kind: undefined })) : found;
  const count = `${found.length} ${found.length === 1 ? 'result' : 'results'}`;

  return (
    <>
      <Body>
        {status === 'loading' && terms !== '' && <Spinner label="Loading the catalogue…" showLabel />}
        {status === 'failed' && terms !== '' && (
          <RetryAlert tone="info" retry={retry}>
            We could not load everything, so some results may be missing.
          </RetryAlert>
        )}
        {results.length > 0 && (
          <div>
            <Title id={titleId}>{terms === '' ? 'Often looked for' : count}</Title>
            <ul aria-labelledby={titleId}>
              {results.map(({ kind, path, title, summary }) => (
                <Entry key={path}>
                  <Link to={path} onClick={onClose}>
                    {kind && <Caption as="span">{kind}</Caption>}
                    <Name>
                      <Marked text={title} terms={terms} />
                    </Name>
                    {summary && (
                      <Summary>
                        <Marked text={summary} terms={terms} />
                      </Summary>
                    )}
                  </Link>
                </Entry>
              ))}
            </ul>
          </div>
        )}
        {status === 'ready' && terms !== '' && found.length === 0 && (
          <NothingFound>
            <Text>
              {`No results for “${terms}”. ${/\s/.test(terms) ? 'A single word often finds more:' : 'Try one of these words:'}`}
            </Text>
            <Cluster gap={2}>
              {singleWords.map((word) => (
                <Button
                  key={word}
                  type="button"
                  variant="secondary"
                  size="small"
                  onClick={() => onQuery(word)}
                >
                  {word}
                </Button>
              ))}
            </Cluster>
            <Text muted>
              <span>{'Or '}</span>
              <TextLink as={Link} to={paths.contact} onClick={onClose}>
                ask us
              </TextLink>
              <span>, and we answer within two working days.</span>
            </Text>
          </NothingFound>
        )}
      </Body>
      <VisuallyHidden role="status">
        {terms !== '' && (status === 'ready' || found.length > 0) ? count : ''}
      </VisuallyHidden>
    </>
  );
}
