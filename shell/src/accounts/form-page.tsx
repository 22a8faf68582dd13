import { nextPath } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, useHydrated, useSession } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Band, surface, Heading, Icon, Lead, media, NeedsScripts, Stack, TextLink, tokens } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';

const FormGrid = styled.div`
  display: grid;
  /* Below each other where the letters are large for the window, too. */
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
  gap: ${tokens.space(10)};
  > :first-child {
    max-width: 30rem;
  }
  ${media.up('lg')} {
    gap: ${tokens.space(20)};
  }
`;

/** Pictures of lessons alongside the form; on phones they are below it. */
const Aside = styled.div`
  ${surface('ink')}
  display: grid;
  align-self: start;
  gap: ${tokens.space(8)};
  padding: clamp(${tokens.space(6)}, 5vw, ${tokens.space(10)});
  border-radius: ${tokens.radiusLarge};
`;

const Lessons = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${tokens.space(3)};
`;

const Points = styled.ul`
  display: grid;
  gap: ${tokens.space(3)};
  font-size: 1.0625rem;
  li {
    display: grid;
    grid-template-columns: 2.5rem 1fr;
    align-items: baseline;
  }
  svg {
    align-self: start;
    margin-top: 0.3em;
    color: var(--isa-accent);
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
  /** Numbers of the lessons whose pictures are shown. */
  readonly lessons: readonly [number, number, number, number];
  readonly points: readonly string[];
  readonly link?: ReactNode;
  /** Where signed-in customers are redirected, also after a login on the page or in another tab; null for nowhere. */
  readonly next?: string | null;
  readonly children: ReactNode;
}

export function FormPage({
  title,
  lead,
  description,
  path,
  lessons,
  points,
  link = loginLink,
  next = paths.home,
  children,
}: FormPageProps) {
  const signedIn = useSession(({ status }) => status === 'in');
  const navigate = useNavigate();
  useEffect(() => {
    if (signedIn && next !== null) void navigate(next, { replace: true });
  }, [signedIn, navigate, next]);
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
          <Lessons>
            {lessons.map((number) => (
              <LessonThumbnail key={number} number={number} />
            ))}
          </Lessons>
          <Points>
            {points.map((point) => (
              <li key={point}>
                <Icon name="check" size={18} />
                <span>{point}</span>
              </li>
            ))}
          </Points>
        </Aside>
      </FormGrid>
    </Band>
  );
}

/** The path after a login. The prerendered page, which is the same file for every query, has the default. */
export function useNextPath(): string {
  const [search] = useSearchParams();
  return useHydrated() ? nextPath(search) : paths.home;
}
