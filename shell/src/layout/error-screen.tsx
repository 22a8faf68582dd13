import { messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  asElement,
  Band,
  Button,
  Caption,
  Cluster,
  Columns,
  Heading,
  Lead,
  media,
  Stack,
  TextLink,
  tokens,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom';
import { styled } from 'styled-components';
import { useRouteData } from './route-data';
import { openSearch } from './search/search';
import { useRetry } from './use-retry';

const Root = styled(Band)<{ readonly $underHeader: boolean }>`
  display: grid;
  align-items: center;
  min-height: calc(100svh - var(--isa-header-height, 5rem));
  img {
    border-radius: ${tokens.radiusLarge};
  }
  ${({ $underHeader }) => $underHeader && `padding-top: calc(var(--isa-header-height) + ${tokens.sectionSpace});`}
`;

/** The line of specification §8, for support. It is small and below what helps the visitor. */
const Report = styled.div`
  font-size: ${tokens.font.size.caption};
  line-height: 1.5;
  color: var(--isa-muted);
  overflow-wrap: anywhere;
  > * {
    display: inline;
    font: inherit;
  }
`;

interface FailurePageProps {
  readonly title: string;
  readonly description: string;
  readonly caption: ReactNode;
  readonly heading: string;
  readonly error: unknown;
  readonly 'data-page-failure'?: string;
  readonly children: ReactNode;
}

/** On the home page the frame is dark and starts below the transparent header, as the page would. */
function FailurePage({
  title,
  description,
  caption,
  heading,
  error,
  children,
  ...attributes
}: FailurePageProps) {
  const underHeader = useRouteData().header === 'home';
  const { pathname } = useLocation();
  return (
    <Root tone={underHeader ? 'ink' : 'paper'} $underHeader={underHeader} {...attributes}>
      <PageHead title={title} description={description} path={pathname} noIndex />
      <Columns from="lg" widths="1fr 1fr" gap={10} wideGap={tokens.space(16)} align="center">
        <Stack gap={5}>
          <Caption>{caption}</Caption>
          <Heading level={1} size="display">
            {heading}
          </Heading>
          {asElement(children)}
          <Report>
            <span>Details for support: </span>
            <h2>{messages.unexpectedError}</h2> <p>{statusText(error)}</p>
          </Report>
        </Stack>
        <PageArt name="lost" />
      </Columns>
    </Root>
  );
}

const LIKELY_PAGES = [
  ['Home page', paths.home],
  ['Training courses', paths.allTrainingCourses],
  ['Online courses', paths.onlineCourses],
  ['Books', paths.books],
  ['Blog', paths.blog],
  ['Contact us', paths.contact],
] as const;

/** Two in a row, so that none is alone; one where letters are large. */
const Likely = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(max(10rem, 40%), 1fr));
  column-gap: ${tokens.space(4)};
  ${media.down('sm')} {
    font-size: ${tokens.font.size.small};
  }
  li {
    padding-block: ${tokens.space(2.5)};
    border-top: 1px solid var(--isa-line);
  }
`;

/** The error screen of specification §8: for unknown addresses, and for errors that are no failure to load a page. */
export function ErrorScreen() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const heading = notFound ? 'Page not found' : 'Something went wrong';
  return (
    <FailurePage
      title={heading}
      description={messages.unexpectedError}
      caption={notFound ? '404' : 'Error'}
      heading={heading}
      error={error}
    >
      <Lead>
        {notFound
          ? 'There is no page at this address. It may have moved, or the link may have been cut short.'
          : 'This page could not be shown because of an error on our side. Trying again often helps.'}
      </Lead>
      {notFound ? (
        <Cluster data-isa-scripts-only>
          <Button onClick={openSearch}>Search the site</Button>
        </Cluster>
      ) : (
        <Cluster>
          <Button onClick={() => location.reload()}>Try again</Button>
        </Cluster>
      )}
      <nav aria-label="Pages you may be looking for">
        <Likely>
          {LIKELY_PAGES.map(([label, path]) => (
            <li key={path}>
              <TextLink as={Link} to={path} mark="arrow">
                {label}
              </TextLink>
            </li>
          ))}
        </Likely>
      </nav>
    </FailurePage>
  );
}

/** The status of a response, the script that could not be loaded (specification §9), or the message of the first cause. */
function statusText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  if (!(error instanceof Error)) return messages.somethingWrong;
  if (error.cause instanceof Error) return statusText(error.cause);
  const script = /https?:\/\/[^\s"]+\.js/.exec(error.message)?.[0];
  const failure = error.name === 'TimedOut' ? 'timed out' : 'failed';
  return script ? `ChunkLoadError: Loading ${script} ${failure}.` : error.message || messages.somethingWrong;
}

interface PageFailureProps {
  readonly remoteName?: string | undefined;
  readonly prepareRetry: () => Promise<void>;
}

export function PageFailure({ remoteName = '', prepareRetry }: PageFailureProps) {
  const error = useRouteError();
  const { state, retry } = useRetry(prepareRetry);
  return (
    <FailurePage
      title="Page unavailable"
      description="This page could not be loaded."
      caption="Page unavailable"
      heading="This page could not be loaded"
      error={error}
      data-page-failure={remoteName}
    >
      <Lead>
        Your connection or our servers may be at fault. Please try again in a moment; your cart is safe.
      </Lead>
      <Cluster gap={3}>
        <Button busy={state === 'trying'} onClick={retry}>
          Try again
        </Button>
        <Button as={Link} to={paths.home} variant="secondary">
          Home page
        </Button>
      </Cluster>
    </FailurePage>
  );
}
