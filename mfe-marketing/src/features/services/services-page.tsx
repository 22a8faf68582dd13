import { paths } from '@isa/contract';
import { Band, Columns, Text } from '@isa/ui';
import { PageIntro } from '../../shared/page-intro';
import { ServiceCard } from './service-card';

export default function ServicesPage() {
  return (
    <>
      <PageIntro
        title="Services"
        description="Investigations carried out for you, and consultancy for those who build or repair a team of their own."
        path={paths.services}
        caption="Section / Services"
        lead="Some clients need an answer, others need a team that can find it. We work for both, separately and in confidence."
      />
      <Band tone="card">
        <Columns from="md" widths="1fr 1fr" gap={8}>
          <ServiceCard
            caption="Service 01"
            title="Investigations"
            to={paths.investigations}
            seed={41}
            hue={38}
          >
            <Text muted>
              We take an instruction, plan the inquiry with a limit on time and money, and report what can be
              proved. For companies, law firms and private clients with a lawful interest.
            </Text>
          </ServiceCard>
          <ServiceCard caption="Service 02" title="Consultancy" to={paths.consultancy} seed={97} hue={205}>
            <Text muted>
              Four kinds of advice, from the single operation to a new department; a programme for your own
              trainers; and three promotions for those who would like to start small.
            </Text>
          </ServiceCard>
        </Columns>
      </Band>
    </>
  );
}
