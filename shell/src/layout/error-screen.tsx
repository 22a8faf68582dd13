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
import { type ReactNode, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import { styled } from 'styled-components';
import { useRouteData } from './route-data';

const Root = styled(Section)<{ readonly $underHeader: boolean }>`
  ${({ $underHeader }) => $underHeader && `padding-top: calc(var(--isa-header-height) + ${tokens.sectionSpace});`}
`;

const Backdrop = styled.div`
  position: absolute;
  inset: 0;
  color: var(--isa-accent);
  mask-image: linear-gradient(to right, transparent 35%, black 75%);
  ${media.down('lg')} {
    display: none;
  }
`;

const Content = styled(Container)`
  position: relative;
`;

const Frame = styled(Viewfinder)`
  max-width: 52rem;
  padding: clamp(${tokens.space(6)}, 5vw, ${tokens.space(14)});
`;

const Status = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.md};
  color: var(--isa-accent);
  overflow-wrap: anywhere;
`;

interface FailurePageProps {
  readonly title: string;
  readonly description: string;
  readonly caption: ReactNode;
  readonly heading: string;
  /** The remote whose page failed. */
  readonly 'data-page-failure'?: string;
  readonly children: ReactNode;
}

/** Replaces a page. On the home page it is dark and starts below the transparent header, as the page would. */
function FailurePage({ title, description, caption, heading, children, ...attributes }: FailurePageProps) {
  const underHeader = useRouteData().header === 'home';
  const { pathname } = useLocation();
  return (
    <Root tone={underHeader ? 'ink' : 'paper'} $underHeader={underHeader} {...attributes}>
      <PageHead title={title} description={description} path={pathname} noIndex />
      <Backdrop aria-hidden="true">
        <ContourArt seed={404} />
      </Backdrop>
      <Content>
        <Frame>
          <Stack gap={5}>
            <Caption>{caption}</Caption>
            <Heading level={1}>{heading}</Heading>
            {children}
          </Stack>
        </Frame>
      </Content>
    </Root>
  );
}

/** The default error screen of specification §8: its title, then the status text or the message. */
export function ErrorScreen() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <FailurePage
      title={notFound ? 'Page not found' : 'Something went wrong'}
      description={messages.unexpectedError}
      caption={
        <>
          File <Redaction length={4} /> / Not on record
        </>
      }
      heading={messages.unexpectedError}
    >
      <Status>{statusText(error)}</Status>
      <Lead>
        {notFound
          ? 'There is no page at this address. It may have moved, or the link may have been cut short.'
          : 'Something failed on our side while this page was being put together. Trying again often helps.'}
      </Lead>
      <Cluster gap={3}>
        {!notFound && <Button onClick={() => location.reload()}>Try again</Button>}
        <Button as={Link} to={paths.home} variant={notFound ? 'primary' : 'secondary'}>
          Home page
        </Button>
        <Button as={Link} to={paths.allTrainingCourses} variant="secondary">
          Training courses
        </Button>
        <Button as={Link} to={paths.contact} variant="secondary">
          Contact us
        </Button>
      </Cluster>
    </FailurePage>
  );
}

function statusText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error && error.message !== '' ? error.message : messages.somethingWrong;
}

interface PageFailureProps {
  /** Name of the page's remote in the registry. */
  readonly remoteName?: string;
  readonly onRetry: () => void | Promise<void>;
}

/** Replaces a page whose code or data is unavailable; the rest of the site keeps working. */
export function PageFailure({ remoteName, onRetry }: PageFailureProps) {
  const { state } = useRevalidator();
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
    <FailurePage
      title="Page unavailable"
      description="This page could not be loaded."
      caption={`Signal lost${remoteName ? ` / ${remoteName}` : ''}`}
      heading="This page is away for a moment"
      data-page-failure={remoteName ?? ''}
    >
      <Lead>
        {remoteName ? `The ${remoteName} part of the site` : 'This part of the site'} could not be loaded.
        Everything else works, and your basket is safe.
      </Lead>
      <Cluster gap={3}>
        <Button busy={retrying || state === 'loading'} onClick={() => void retry()}>
          Try again
        </Button>
        <Button as={Link} to={paths.home} variant="secondary">
          Home page
        </Button>
      </Cluster>
    </FailurePage>
  );
}
