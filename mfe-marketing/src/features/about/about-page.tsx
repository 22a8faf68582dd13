import { type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Cluster, Heading, Prose, Stack, tokens, Viewfinder } from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import type { SidebarData } from '../../shared/sidebar/load-sidebar';
import { WithSidebar } from '../../shared/sidebar/with-sidebar';
import { organization } from '../../shared/structured-data';
import { Timeline } from './timeline';

const Portrait = styled(Viewfinder)`
  /* A picture that has not loaded yet has no width. */
  width: 100%;
  max-width: 22rem;
  justify-self: end;
  @media (max-width: 991.98px) {
    justify-self: start;
    max-width: 17rem;
  }
  img {
    border-radius: ${tokens.radius};
  }
`;

export default function AboutPage({ data }: PageProps<{ readonly sidebar: SidebarData }>) {
  const { site } = useHost();
  return (
    <>
      <PageIntro
        title="About Us"
        description="The academy and its founder: a former police colonel and private detective who teaches how surveillance teams are prepared."
        path={paths.about}
        image="/og/about.png"
        jsonLd={[organization(site)]}
        caption="Personnel file / Founder"
        heading="A colonel, a detective, a teacher"
        lead="The academy was founded by a former police colonel and private detective. It teaches what four decades of covert work have shown him: operations are decided by people, and people can be prepared."
        picture={
          <Portrait>
            <FounderPortrait loading="eager" title="The founder, drawn as a silhouette" />
          </Portrait>
        }
      />
      <WithSidebar data={data.sidebar} currentPath={paths.about}>
        <Stack gap={18}>
          <section aria-labelledby="career">
            <Stack gap={10}>
              <Heading level={2} id="career">
                Career history
              </Heading>
              <Timeline />
            </Stack>
          </section>
          <section aria-labelledby="principles">
            <Stack gap={6}>
              <Heading level={2} id="principles">
                What the academy stands for
              </Heading>
              <Prose>
                <p>
                  We teach people and teams, and equipment only where it serves them. We work with those who
                  have a lawful purpose and can show it, and we decline the rest. Instructors have done what
                  they teach; most still do, and therefore appear on this site without name or face.
                </p>
                <p>
                  A course is judged by what a team can do three months later. For this reason each one ends
                  with a written standard that the team can test by itself, and with the offer to come back
                  and watch the test.
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
          </section>
        </Stack>
      </WithSidebar>
    </>
  );
}
