import { PageHead, type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Cluster, Columns, Heading, media, Prose, Stack, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { Sidebar } from '../../shared/sidebar/sidebar';
import { homeCrumb, organization } from '../../shared/structured-data';
import { AboutHero } from './about-hero';
import { BesideYears, Timeline } from './timeline';

/** Stays in view while the career goes by. */
const Beside = styled.div`
  ${media.up('lg')} {
    position: sticky;
    top: calc(var(--isa-header-height, 5rem) + ${tokens.space(6)});
    align-self: start;
  }
`;

/** A heading beside its content. */
const besides = { from: 'lg', widths: '4fr 8fr', gap: 8, wideGap: tokens.space(12) } as const;

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
      <Band tone="card">
        <Stack gap={24}>
          <Columns as="section" aria-labelledby="career" {...besides}>
            <Beside>
              <Heading level={2} id="career">
                Career history
              </Heading>
            </Beside>
            <Timeline />
          </Columns>
          <Columns as="section" aria-labelledby="principles" {...besides}>
            <Heading level={2} id="principles">
              What the academy stands for
            </Heading>
            <BesideYears gap={8}>
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
            </BesideYears>
          </Columns>
        </Stack>
      </Band>
      <Sidebar data={data.sidebar} currentPath={paths.about} />
    </>
  );
}
