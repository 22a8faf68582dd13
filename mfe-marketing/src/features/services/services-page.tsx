import { paths } from '@isa/contract';
import { Band, Stack } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { PageIntro } from '../../shared/page-intro';
import { ServiceRow } from './service-row';

export default function ServicesPage() {
  return (
    <>
      <PageIntro
        title="Services"
        description="Investigations carried out for you, and consultancy for those who build or repair a team of their own."
        path={paths.services}
        lead="Some clients need an answer, others need a team that can find it. We work for both, separately and in confidence."
        picture={<PageArt name="services" loading="eager" />}
      />
      <Band tone="card">
        <Stack gap={24}>
          <ServiceRow
            title="Investigations"
            to={paths.investigations}
            picture="inquiry"
            text="We take an instruction, plan the inquiry with a limit on time and money, and report what can be proved."
            forWhom="Companies, law firms, insurers and private clients with a lawful interest"
            receive={[
              'A plan on one page, with price and stop date',
              'Short reports at agreed times',
              'A final report with numbered exhibits, ready for your lawyer',
            ]}
          />
          <ServiceRow
            title="Consultancy"
            to={paths.consultancy}
            picture="consultancy"
            text="Four kinds of advice, from the single operation to a new department, and a programme for your own trainers."
            forWhom="Heads of security, investigation units, protection teams and their principals"
            receive={[
              'An assessment on your own ground',
              'A written result: plan, timetable, procedures or list of measures',
              'Three promotions at 130 GBP for a small start',
            ]}
          />
        </Stack>
      </Band>
    </>
  );
}
