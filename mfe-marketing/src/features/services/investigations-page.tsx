import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Heading, media, Prose, Stack, Text, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import { servicesCrumb } from '../../shared/structured-data';
import { PlanSpecimen } from './plan-specimen';
import { Terms } from './terms';

const subjects = [
  {
    title: 'Fraud and breach of trust',
    text: 'False invoices, leaked information, missing goods. We establish the course of events and preserve the evidence for court or insurer.',
  },
  {
    title: 'Due diligence',
    text: 'Who stands behind a company, an offer or a candidate? We verify what is claimed and say how certain each finding is, before a contract is signed.',
  },
  {
    title: 'Insurance inquiries',
    text: 'Accident, absence and loss: observation where it is proportionate, interviews and site visits elsewhere.',
  },
  {
    title: 'Tracing and service',
    text: 'Debtors, heirs and witnesses, found by lawful means. Addresses are handed over only when the purpose is documented.',
  },
  {
    title: 'Counter-surveillance',
    text: 'Is somebody following, watching or listening? We examine routes, routines and rooms, and report what we find, also when it is nothing.',
  },
  {
    title: 'Support in litigation',
    text: 'Facts and witnesses for solicitors on either side, documented so that the file stands up in court.',
  },
];

/** A band that leaves room for the sheet over its edge. */
const Decline = styled(Band)`
  ${media.up('lg')} {
    padding-top: calc(${tokens.sectionSpace} + ${tokens.space(10)});
  }
`;

export default function InvestigationsPage() {
  return (
    <>
      <PageIntro
        title="Investigations"
        description="Private and corporate investigations: fraud, due diligence, insurance, tracing, counter-surveillance and litigation support."
        path={paths.investigations}
        parents={[servicesCrumb]}
        heading="Investigations that end with an answer"
        lead="Carried out by instructors of the academy, planned like an operation and written so that it stands up to scrutiny."
        picture={<PageArt name="inquiry" loading="eager" />}
      />
      <Band tone="card">
        <Stack gap={12}>
          <Heading level={2}>What we are asked to find out</Heading>
          <Terms entries={subjects} />
        </Stack>
      </Band>
      <Band>
        <Stack gap={12}>
          <Stack gap={3}>
            <Heading level={2} id="inquiry">
              How an inquiry runs
            </Heading>
            <Text muted>The plan that you receive, on one page: here without its facts.</Text>
          </Stack>
          <PlanSpecimen />
        </Stack>
      </Band>
      <Decline tone="night">
        <Stack gap={6}>
          <Heading level={2}>What we decline</Heading>
          <Prose>
            <p>
              We do not follow private persons out of jealousy, obtain bank, telephone or health records,
              enter premises, or place devices on other people’s property. We tell you so in the first
              conversation, and name a lawful way where there is one.
            </p>
          </Prose>
          <div>
            <Button as={Link} to={paths.contact}>
              Describe your case
            </Button>
          </div>
        </Stack>
      </Decline>
    </>
  );
}
