import { messages } from '@isa/api-contract';
import { PageHead, paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  Lead,
  media,
  Section,
  Stack,
  tokens,
  Viewfinder,
} from '@isa/ui';
import { ContourArt, Redaction } from '@isa/ui/art';
import { useState } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import { styled } from 'styled-components';
import { useRouteData } from './route-data';

const Frame = styled(Viewfinder)`
  max-width: 52rem;
  padding: clamp(${tokens.space(6)}, 5vw, ${tokens.space(14)});
`;

/** Below the home page's see-through header the ground is dark and starts lower, as the page's own would. */
const Ground = styled(Section)<{ readonly $underHeader: boolean }>`
  ${({ $underHeader }) => $underHeader && `padding-top: calc(var(--isa-header-height) + ${tokens.sectionSpace});`}
`;

/** The ground of a page's stand-in, as the header over it needs it. */
function useGround() {
  const underHeader = useRouteData().header === 'home';
  return { tone: underHeader ? 'ink' : 'paper', $underHeader: underHeader } as const;
}

/** Uncharted ground behind the words. */
const Terrain = styled.div`
  position: absolute;
  inset: 0;
  color: var(--isa-accent);
  mask-image: linear-gradient(to right, transparent 35%, black 75%);
  ${media.down('lg')} {
    display: none;
  }
`;

const Sheet = styled(Container)`
  position: relative;
`;

const Status = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.md};
  color: var(--isa-accent);
  overflow-wrap: anywhere;
`;

/** The default error screen of specification §8: its title, then the status text or the message. */
export function ErrorScreen() {
  const error = useRouteError();
  const ground = useGround();
  const { pathname } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Ground {...ground}>
      <PageHead
        title={missing ? 'Page not found' : 'Something went wrong'}
        description={messages.unexpectedError}
        path={pathname}
        noIndex
      />
      <Terrain aria-hidden="true">
        <ContourArt seed={404} />
      </Terrain>
      <Sheet>
        <Frame>
          <Stack gap={5}>
            <Caption>
              File <Redaction length={4} /> / Not on record
            </Caption>
            <Heading level={1}>{messages.unexpectedError}</Heading>
            <Status>{statusText(error)}</Status>
            <Lead>
              {missing
                ? 'There is no page at this address. It may have moved, or the link may have been cut short.'
                : 'Something failed on our side while this page was being put together. Trying again often helps.'}
            </Lead>
            <Cluster gap={3}>
              {!missing && <Button onClick={() => location.reload()}>Try again</Button>}
              <Button as={Link} to={paths.home} variant={missing ? 'primary' : 'secondary'}>
                Home page
              </Button>
              <Button as={Link} to={paths.allTrainingCourses} variant="secondary">
                Training courses
              </Button>
              <Button as={Link} to={paths.contact} variant="secondary">
                Contact us
              </Button>
            </Cluster>
          </Stack>
        </Frame>
      </Sheet>
    </Ground>
  );
}

function statusText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : messages.somethingWrong;
}

interface PageFailureProps {
  /** The registry's name of the remote whose page this is. */
  readonly remoteName?: string;
  readonly onRetry: () => void | Promise<void>;
}

/** Stands in for a page whose code or data could not be had. The rest of the site goes on around it. */
export function PageFailure({ remoteName, onRetry }: PageFailureProps) {
  const { pathname } = useLocation();
  const { state } = useRevalidator();
  const ground = useGround();
  const [retrying, setRetrying] = useState(false);

  async function retry() {
    setRetrying(true);
    try {
      await onRetry();
    } finally {
      setRetrying(false);
    }
  }

  return (
    <Ground {...ground} data-page-failure={remoteName ?? ''}>
      <PageHead
        title="Page unavailable"
        description="This page could not be loaded."
        path={pathname}
        noIndex
      />
      <Terrain aria-hidden="true">
        <ContourArt seed={404} />
      </Terrain>
      <Sheet>
        <Frame>
          <Stack gap={5}>
            <Caption>Signal lost{remoteName && ` / ${remoteName}`}</Caption>
            <Heading level={1}>This page is away for a moment</Heading>
            <Lead>
              {remoteName ? `The ${remoteName} part of the site` : 'This part of the site'} could not be
              loaded. Everything else works, and your basket is safe.
            </Lead>
            <Cluster gap={3}>
              <Button busy={retrying || state === 'loading'} onClick={() => void retry()}>
                Try again
              </Button>
              <Button as={Link} to={paths.home} variant="secondary">
                Home page
              </Button>
            </Cluster>
          </Stack>
        </Frame>
      </Sheet>
    </Ground>
  );
}
