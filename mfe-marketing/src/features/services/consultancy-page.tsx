import type { Book } from '@isa/api-contract';
import { PageHead, type PageProps, paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Container, Grid, Heading, media, Prose, Section, Stack, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import { homeCrumb } from '../../shared/structured-data';
import { enquiryAbout } from '../../shared/subject';
import { consultancyTypes } from './consultancy';
import { NumberedCard } from './numbered-card';
import { Promotions, Volumes } from './promotions';

const crumbs = [
  homeCrumb,
  { label: 'Services', to: paths.services },
  { label: 'Consultancy', to: paths.consultancy },
];

const Split = styled.div`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(20)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  }
`;

interface ConsultancyData {
  readonly volumes: readonly Pick<Book, 'id' | 'title' | 'link' | 'price'>[];
}

/** Four consultancy types, train-the-trainer, two books and the promotions (specification §2, §9). */
export default function ConsultancyPage({ data }: PageProps<ConsultancyData>) {
  return (
    <>
      <PageHead
        title="Consultancy"
        description="Consultancy on operations, departments, personal protection and procedure; a train-the-trainer programme; promotions at 130 GBP."
        path={paths.consultancy}
        crumbs={crumbs}
      />
      <PageIntro
        crumbs={crumbs}
        caption="Service 02 / Consultancy"
        title="Consultancy"
        lead="A second pair of eyes for those who carry the responsibility. We advise, we put it in writing, and we leave."
      />
      <Section tone="card">
        <Container>
          <Stack gap={12}>
            <Heading level={2}>Four kinds of consultancy</Heading>
            <Grid min={420} gap={6}>
              {consultancyTypes.map(({ title, text, result }, index) => (
                <NumberedCard key={title} number={index + 1} title={title}>
                  <Text muted>{text}</Text>
                  <Text size="small">
                    <strong>You receive:</strong> {result}
                  </Text>
                </NumberedCard>
              ))}
            </Grid>
          </Stack>
        </Container>
      </Section>
      <Section tone="night">
        <Container>
          <Split>
            <Heading level={2}>Train the trainer</Heading>
            <Stack gap={7}>
              <Prose>
                <p>
                  A team that depends on outside instructors stops learning when they leave. We train two to
                  six of your own people to teach: lesson plans, safe exercises, fair assessment and the
                  hardest part, which is correcting a colleague of the same rank.
                </p>
                <p>
                  Candidates first teach us, then each other, and finally a real group while we sit in the
                  last row. Those who pass receive a licence to use our material within their organisation and
                  a contact to whom they can bring questions for a year.
                </p>
              </Prose>
              <div>
                <Button as={Link} to={paths.contact} state={enquiryAbout('Train the trainer')}>
                  Ask about train-the-trainer
                </Button>
              </div>
            </Stack>
          </Split>
        </Container>
      </Section>
      <Section id="books">
        <Container>
          <Volumes volumes={data.volumes} />
        </Container>
      </Section>
      <Section tone="card" id="promotions">
        <Container>
          <Promotions />
        </Container>
      </Section>
    </>
  );
}
