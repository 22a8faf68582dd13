import { nextPath } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, useHost, useHydrated, useSession } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Band, surface, Heading, Icon, Lead, media, NeedsScripts, Stack, TextLink, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

/**
 * The form, and a panel alongside it, which fills the first screen; below it where the letters are large for the
 * window.
 */
const FormGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: ${tokens.space(10)};
  ${media.up('lg')} {
    min-height: min(100svh - ${tokens.sectionSpace}, 48rem);
    gap: ${tokens.space(20)};
    > :first-child {
      max-width: 30rem;
    }
  }
`;

/** A text below a picture, which is as high as the form leaves room for; below the form it is whole. */
const Aside = styled.div`
  ${surface('ink')}
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  ${media.up('lg')} {
    grid-template-rows: minmax(13rem, 1fr) auto;
  }
`;

const Picture = styled.div`
  position: relative;
  ${media.down('lg')} {
    aspect-ratio: 8 / 5;
  }
  img {
    position: absolute;
    height: 100%;
    object-fit: cover;
  }
`;

const Texts = styled(Stack)`
  align-self: center;
  padding: clamp(${tokens.space(6)}, 4vw, ${tokens.space(8)});
`;

const Points = styled.ul`
  display: grid;
  gap: ${tokens.space(3)};
  li {
    display: grid;
    grid-template-columns: 2rem 1fr;
    align-items: baseline;
  }
  li > :first-child {
    color: var(--isa-accent);
    font-family: ${tokens.font.mono};
  }
  svg {
    align-self: start;
    margin-top: 0.3em;
  }
`;

const Below = styled.div`
  padding-top: ${tokens.space(5)};
  border-top: 1px solid var(--isa-line);
`;

const loginLink = (
  <TextLink as={Link} to={paths.login()}>
    Back to log in
  </TextLink>
);

interface FormPageProps {
  readonly title: string;
  readonly lead: string;
  readonly description: string;
  readonly path: string;
  readonly picture: ComponentProps<typeof PageArt>['name'];
  readonly points: readonly string[];
  /** Whether the points are what happens after the form has been sent, in this order. */
  readonly steps?: boolean;
  readonly link?: ReactNode;
  /** Where signed-in customers are redirected, also after a login on the page or in another tab; null for nowhere. */
  readonly next?: string | null;
  /** What a notice then says. */
  readonly redirected?: string;
  readonly children: ReactNode;
}

export function FormPage({
  title,
  lead,
  description,
  path,
  picture,
  points,
  steps = false,
  link = loginLink,
  next = paths.home,
  redirected,
  children,
}: FormPageProps) {
  const { toasts } = useHost();
  const signedIn = useSession(({ status }) => status === 'in');
  const navigate = useNavigate();
  useEffect(() => {
    if (!signedIn || next === null) return;
    if (redirected !== undefined) toasts.show({ tone: 'info', text: redirected });
    void navigate(next, { replace: true });
  }, [signedIn, navigate, next, redirected, toasts]);
  return (
    <Band tone="paper" space="small">
      <PageHead title={title} description={description} path={path} noIndex />
      <FormGrid>
        <Stack gap={7}>
          <Stack gap={3}>
            <Heading level={1}>{title}</Heading>
            <Lead>{lead}</Lead>
          </Stack>
          <NeedsScripts />
          <div data-isa-scripts-only>{children}</div>
          {link !== null && <Below>{link}</Below>}
        </Stack>
        <Aside>
          <Picture>
            <PageArt name={picture} />
          </Picture>
          <Texts>
            {steps && (
              <Heading level={2} size="sm">
                What happens next
              </Heading>
            )}
            <Points as={steps ? 'ol' : 'ul'}>
              {points.map((point, index) => (
                <li key={point}>
                  {steps ? <span aria-hidden="true">{index + 1}</span> : <Icon name="check" size={18} />}
                  <span>{point}</span>
                </li>
              ))}
            </Points>
          </Texts>
        </Aside>
      </FormGrid>
    </Band>
  );
}

/** What customers are told whom a page for a forgotten password redirects. */
export const ALREADY_LOGGED_IN =
  'You are logged in. Change your password on the account page; if you have forgotten it, log out first.';

/** The path after a login. The prerendered page, which is the same file for every query, has the default. */
export function useNextPath(): string {
  const [search] = useSearchParams();
  return useHydrated() ? nextPath(search) : paths.home;
}
