import { useNavigate } from '@isa/contract/router';
import { Button, Container, ground, tokens } from '@isa/ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { pageHeadOf } from '../../formats/page-data';

const Notice = styled.aside`
  ${ground('night')}
  position: sticky;
  bottom: 0;
  z-index: 30;
  padding-block: ${tokens.space(3)};
  border-top: 1px solid var(--isa-line);
  font-size: ${tokens.font.size.small};
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(3)};
`;

interface KeptPageProps {
  readonly remoteName: string;
  /** Clears the way for another attempt and makes it. */
  readonly fetchCode: () => Promise<void>;
}

/**
 * A prerendered page whose remote's code cannot be had: what is in the document stays, readable and with working
 * links, inside a living shell. A quiet line says so and offers another attempt.
 */
export function KeptPage({ remoteName, fetchCode }: KeptPageProps) {
  const [html] = useState(() => document.querySelector(areaOf(remoteName))?.innerHTML ?? '');
  // The notice is not in the prerendered page, so it waits until that has been taken over.
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [state, setState] = useState<'idle' | 'trying' | 'failed'>('idle');
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    // Nobody else would take away the title of a page that React has never drawn.
    const head = pageHeadOf(document);
    return () => head.forEach((element) => element.remove());
  }, []);

  async function retry() {
    setState('trying');
    try {
      await fetchCode();
    } catch {
      return setState('failed');
    }
    await navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <div data-remote={remoteName} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
      {alive && (
        <Notice role="status" data-kept-page={remoteName}>
          <Row>
            <span>
              {state === 'failed'
                ? 'Still no luck. You can go on reading; please try again in a moment.'
                : 'You can read this page, but its buttons could not be loaded.'}
            </span>
            <Button size="small" variant="secondary" busy={state === 'trying'} onClick={() => void retry()}>
              Try again
            </Button>
          </Row>
        </Notice>
      )}
    </>
  );
}

const never = () => () => undefined;

function areaOf(remoteName: string): string {
  return `[data-remote="${CSS.escape(remoteName)}"]`;
}
