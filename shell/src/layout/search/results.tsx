import { Link } from '@isa/contract/router';
import { Caption, Icon, media, tokens, VisuallyHidden } from '@isa/ui';
import { useId } from 'react';
import { styled } from 'styled-components';
import type { SearchResult } from './search-index';

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

interface ResultsProps {
  readonly title: string;
  readonly results: readonly SearchResult[];
  readonly showKind: boolean;
  readonly onNavigate: () => void;
}

/** Search results, best first. Articles are on another site and open in a new tab. */
export function Results({ title, results, showKind, onNavigate }: ResultsProps) {
  const titleId = useId();
  return (
    <>
      <Title id={titleId}>{title}</Title>
      <ul aria-labelledby={titleId}>
        {results.map((entry) => (
          <Entry key={entry.id}>
            {entry.path.startsWith('/') ? (
              <Link to={entry.path} onClick={onNavigate}>
                <EntryText entry={entry} showKind={showKind} />
              </Link>
            ) : (
              <a href={entry.path} target="_blank" rel="noreferrer" onClick={onNavigate}>
                <EntryText entry={entry} showKind={showKind} isExternal />
              </a>
            )}
          </Entry>
        ))}
      </ul>
    </>
  );
}

interface EntryTextProps {
  readonly entry: SearchResult;
  readonly showKind: boolean;
  readonly isExternal?: boolean;
}

function EntryText({ entry, showKind, isExternal = false }: EntryTextProps) {
  return (
    <>
      {showKind && <Caption as="span">{entry.kind}</Caption>}
      <Name>
        {entry.title}
        {isExternal && (
          <>
            <Icon name="external" size={15} />
            <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
          </>
        )}
      </Name>
      {entry.summary && <Summary>{entry.summary}</Summary>}
    </>
  );
}
