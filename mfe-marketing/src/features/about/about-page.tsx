import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, PageHead, type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Band,
  Button,
  Cluster,
  Columns,
  Container,
  Heading,
  Lead,
  media,
  Prose,
  Section,
  Stack,
  tokens,
} from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { ListsBelow } from '../../shared/sidebar/sidebar';
import { homeCrumb, organization } from '../../shared/structured-data';
import { Timeline } from './timeline';

export default function AboutPage({ data }: PageProps<{ readonly sidebar: SidebarData }>) {
  const { site } = useHost();
  return (
    <>
      <PageHead
        title="About Us"
        description="The academy and its founder: a former police colonel and private detective who teaches how surveillance teams are prepared."
        path={paths.about}
        image="/og/about.png"
        crumbs={[homeCrumb, { label: 'About Us', to: paths.about }]}
        jsonLd={[organization(site)]}
      />
      <AboutHero />
      <BelowFirstScreen>
        <Band tone="card">
          <Columns
            as="section"
            aria-labelledby="career"
            from="lg"
            align="start"
            widths="3fr 9fr"
            gap={10}
            wideGap={tokens.space(10)}
          >
            <Heading level={2} id="career">
              Career history
            </Heading>
            <Timeline />
          </Columns>
        </Band>
        <Band aria-labelledby="principles">
          <Columns from="lg" widths="5fr 7fr" gap={8} wideGap={tokens.space(16)}>
            <Heading level={2} size="xl" id="principles">
              What the academy stands for
            </Heading>
            <Stack gap={8}>
              <Prose>
                <p>
                  We teach people and teams, and equipment only where it serves them. We work with those who
                  have a lawful purpose and can show it. Instructors have done what they teach; most still do,
                  and therefore appear on this site without name or face.
                </p>
                <p>
                  A course is judged by what a team can do three months later. Each one therefore ends with a
                  written standard that the team can test by itself, and with our offer to attend the test.
                </p>
              </Prose>
              <Cluster gap={3}>
                <Button as={Link} to={paths.allTrainingCourses}>
                  See the training courses
                </Button>
                <Button as={Link} to={paths.contact} variant="secondary">
                  Write to the academy
                </Button>
              </Cluster>
            </Stack>
          </Columns>
        </Band>
        <ListsBelow data={data.sidebar} currentPath={paths.about} />
      </BelowFirstScreen>
    </>
  );
}

/** The first section. It lies over the about page's header, and is ink below it. */
const Root = styled(Section).attrs({ tone: 'ink', space: 'none' })`
  z-index: 1;
  display: grid;
  align-items: end;
  min-height: var(--isa-hero-band, 0px);
  margin-top: calc(-1 * var(--isa-hero-band, 0px));
  padding-block: calc(var(--isa-header-height, 4rem) + ${tokens.space(12)}) ${tokens.space(12)};
  background-color: transparent;
  background-image: linear-gradient(transparent var(--isa-hero-band, 0px), ${tokens.color.ink} 0);
  ${media.up('lg')} {
    padding-bottom: ${tokens.space(16)};
  }
  h1 {
    max-width: 7em;
  }
`;

/** Fills the end of the section on phones; on wider screens it lies over the band below. */
const Portrait = styled.div`
  margin: 0 calc(-1 * ${tokens.gutter}) calc(-1 * ${tokens.space(12)});
  ${media.down('md')} {
    img {
      aspect-ratio: 1;
      object-fit: cover;
      object-position: top;
    }
  }
  ${media.up('md')} {
    width: 100%;
    max-width: 26rem;
    margin: 0 0 calc(-1 * ${tokens.space(28)});
    justify-self: end;
    overflow: clip;
    border-radius: ${tokens.radiusLarge};
  }
`;

const wideGap = `clamp(${tokens.space(6)}, 5vw, ${tokens.space(16)})`;

function AboutHero() {
  return (
    <Root>
      <Container>
        <Columns from="md" widths="7fr 5fr" gap={10} wideGap={wideGap} align="end">
          <Stack gap={5}>
            <Heading level={1} size="display">
              A colonel, a&nbsp;detective, a&nbsp;teacher
            </Heading>
            <Lead>
              The academy was founded by a former police colonel and private detective. It teaches what four
              decades of covert work have shown him: people decide an operation, and people can be prepared.
            </Lead>
          </Stack>
          <Portrait>
            <FounderPortrait
              loading="eager"
              title="The founder from behind, one hand on a route that is drawn on a wall map"
            />
          </Portrait>
        </Columns>
      </Container>
    </Root>
  );
}
