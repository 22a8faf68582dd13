import type { AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Columns, Heading, Stack, Text, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardLink } from '../../shared/card';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { FeatureRow } from '../../shared/feature-row';
import { PageIntro } from '../../shared/page-intro';
import { PointList } from '../../shared/point-list';
import { ProofBand } from '../../shared/proof-band';

const services = [
  {
    title: 'Investigations',
    to: paths.investigations,
    picture: 'report',
    crop: '100%',
    more: 'How an inquiry runs',
    text: 'We take an instruction, plan the inquiry with a limit on time and money, and report what can be proved.',
    forWhom: 'Companies, law firms, insurers and private clients with a lawful interest',
    receive: [
      'A plan on one page, with price and stop date',
      'Short reports at agreed times',
      'A final report with numbered exhibits, ready for your lawyer',
    ],
  },
  {
    title: 'Consultancy',
    to: paths.consultancy,
    picture: 'plan',
    crop: '50%',
    more: 'Four kinds of consultancy',
    text: 'Four kinds of advice, from the single operation to a new department, and a programme for your own trainers.',
    forWhom: 'Heads of security, investigation units, protection teams and their principals',
    receive: [
      'An assessment on your own ground',
      'A written result: plan, timetable, procedures or list of measures',
      'Three promotions for a small start',
    ],
  },
] as const;

export default function ServicesPage({ data }: PageProps<{ readonly proof: AcademyProof }>) {
  return (
    <>
      <PageIntro
        title="Services"
        description="Investigations carried out for you, and consultancy for those who build or repair a team of their own."
        path={paths.services}
        lead="Some clients need an answer, others need a team that can find it. We work for both, separately and in confidence."
        picture={<PageArt name="services" loading="eager" />}
        shape="object"
      />
      <BelowFirstScreen>
        <Band tone="card">
          <Stack gap={24}>
            {services.map(({ title, to, picture, crop, more, text, forWhom, receive }) => (
              <FeatureRow key={title} picture={<PageArt name={picture} />} crop={crop} more={more}>
                <Heading level={2}>
                  <CardLink as={Link} to={to}>
                    {title}
                  </CardLink>
                </Heading>
                <Text muted>{text}</Text>
                <Details>
                  <div>
                    <dt>For whom</dt>
                    <dd>{forWhom}</dd>
                  </div>
                  <div>
                    <dt>What you receive</dt>
                    <dd>
                      <PointList points={receive} />
                    </dd>
                  </div>
                </Details>
              </FeatureRow>
            ))}
          </Stack>
        </Band>
        <ProofBand proof={data.proof} space="small" />
        <Band tone="night" space="small">
          <Columns from="md" widths="1fr auto" gap={6} align="center">
            <Stack gap={3}>
              <Heading level={2} size="lg">
                Not sure which you need?
              </Heading>
              <Text muted>
                Describe the case without names. We will tell you what we can do, and what we cannot.
              </Text>
            </Stack>
            <Button as={Link} to={paths.contactForm} state={enquiryAbout('Services')}>
              Describe your case
            </Button>
          </Columns>
        </Band>
      </BelowFirstScreen>
    </>
  );
}

const Details = styled.dl`
  display: grid;
  gap: ${tokens.space(5)};
  dt {
    color: var(--isa-muted);
    font-size: ${tokens.font.size.small};
  }
  dd {
    margin-top: ${tokens.space(1.5)};
  }
`;
