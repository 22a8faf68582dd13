import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Caption, Container, Heading, media, Prose, Section, Stack, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: ${tokens.space(20)};
  }
`;

/** What the academy is, where it teaches and what it is accredited for (specification §1). */
export function WhoWeAre() {
  return (
    <Section tone="card" aria-labelledby="who">
      <Container>
        <Columns>
          <Stack gap={4}>
            <Caption tone="accent">Identification</Caption>
            <Heading level={2} size="xl" id="who">
              Who Is the Academy
            </Heading>
          </Stack>
          <Stack gap={7}>
            <Prose>
              <p>
                The International Surveillance Academy is a school for people who observe, inquire and protect
                for a living. Its courses mix theory and practice and are held at the academy’s headquarters,
                at the client’s site or at a base agreed for the purpose.
              </p>
              <p>
                Its quality management is accredited to <strong>ISO 9001</strong>, its information security to{' '}
                <strong>ISO 27001</strong>. Its conviction is older than either: in surveillance,{' '}
                <strong>90% of success is the preparation of the human factor</strong>.
              </p>
              <p>
                For organisations we set up whole departments <strong>in three months</strong>. They are made
                to last beyond their founders: after a turnover of up to 40% of the staff, or up to 25% in the
                programme for personal protection, the team is rebuilt <strong>in two weeks</strong>.
              </p>
            </Prose>
            <div>
              <TextLink as={Link} to={paths.courseCategory('intelligence')} mark="arrow">
                How a department is organised
              </TextLink>
            </div>
          </Stack>
        </Columns>
      </Container>
    </Section>
  );
}
