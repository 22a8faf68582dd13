import { PageHead, paths } from '@isa/contract';
import { Container, media, Section, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import { homeCrumb } from '../../shared/structured-data';
import { ServiceCard } from './service-card';

const crumbs = [homeCrumb, { label: 'Services', to: paths.services }];

const Cards = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** Two cards: investigations and consultancy (specification §2). */
export default function ServicesPage() {
  return (
    <>
      <PageHead
        title="Services"
        description="Investigations carried out for you, and consultancy for those who build or repair a team of their own."
        path={paths.services}
        crumbs={crumbs}
      />
      <PageIntro
        crumbs={crumbs}
        caption="Section / Services"
        title="Services"
        lead="Some clients need an answer, others need a team that can find it. We work for both, separately and in confidence."
      />
      <Section tone="card">
        <Container>
          <Cards>
            <ServiceCard
              caption="Service 01"
              title="Investigations"
              to={paths.investigations}
              seed={41}
              hue={38}
            >
              <Text muted>
                We take an instruction, plan the inquiry with a limit on time and money, and report what can
                be proved. For companies, law firms and private clients with a lawful interest.
              </Text>
            </ServiceCard>
            <ServiceCard caption="Service 02" title="Consultancy" to={paths.consultancy} seed={97} hue={205}>
              <Text muted>
                Four kinds of advice, from the single operation to a new department; a programme for your own
                trainers; and three promotions for those who would like to start small.
              </Text>
            </ServiceCard>
          </Cards>
        </Container>
      </Section>
    </>
  );
}
