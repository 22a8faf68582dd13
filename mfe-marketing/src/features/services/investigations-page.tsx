import type { AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Columns, Heading, Prose, Stack, Text, tokens } from '@isa/ui';
import { PageHeadArt, Redaction } from '@isa/ui/art';
import { PageIntro } from '../../shared/page-intro';
import { ProofBand } from '../../shared/proof-band';
import { servicesCrumb } from '../../shared/structured-data';
import { BandBelowSpecimen, Specimen } from '../../shared/specimen';
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
    text: 'Is somebody following, watching or listening? We examine routes, routines and rooms, and report what we find, even when it is nothing.',
  },
  {
    title: 'Support in litigation',
    text: 'Facts and witnesses for solicitors on either side, documented so that the file stands up in court.',
  },
];

/** The parts of a plan on one page as a client receives it, redacted, with the step of an inquiry in which each is written. */
const parts = [
  {
    part: 'Question',
    example: 'Who told a competitor the price of our tender between 3\u00A0and 10\u00A0March?',
    step: 'Instruction',
    text: 'You tell us the question and your lawful interest in the answer. We check for conflicts before we read further.',
  },
  {
    part: 'Lines of inquiry',
    example:
      'Who knew the price, and since when. Who met the competitor. Observation on two evenings at most; 30 hours, then we stop and ask you.',
    step: 'Plan and limit',
    text: 'One page: lines of inquiry, risks, price, and the day on which we stop unless you decide otherwise.',
  },
  {
    part: 'Contact and expenses',
    example: 'A call every Friday at 17:00. Train fare, two coffees: receipts 1 to 3.',
    step: 'Inquiry',
    text: 'One contact for you, short reports at agreed times, every expense with a receipt.',
  },
  {
    part: 'Exhibits',
    example:
      'Exhibit 4: photograph, 19:42, hotel lobby, two people at one table. The tender lies between them.',
    step: 'Report',
    text: 'Facts and opinion kept apart, exhibits numbered, ready for your lawyer. The operator gives evidence if called.',
  },
] as const;

export default function InvestigationsPage({ data }: PageProps<{ readonly proof: AcademyProof }>) {
  return (
    <>
      <PageIntro
        title="Investigations"
        description="Private and corporate investigations: fraud, due diligence, insurance, tracing, counter-surveillance and litigation support."
        path={paths.investigations}
        parents={[servicesCrumb]}
        heading="Investigations that end with an answer"
        lead="Carried out by instructors of the academy, planned like an operation and written so that it stands up to scrutiny."
        picture={<PageHeadArt name="inquiry" />}
      />
      <BelowFirstScreen>
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
              <Text muted>
                The plan that you receive, on one page. The case below is invented: its question is open, and
                you read the rest by pointing at a bar or tapping it.
              </Text>
            </Stack>
            <Specimen
              labelledBy="inquiry"
              parts={parts.map(({ part, example, step, text }, index) => ({
                part,
                example: <Redaction lifted={index === 0}>{example}</Redaction>,
                title: step,
                explanation: <Text muted>{text}</Text>,
              }))}
            />
          </Stack>
        </Band>
        <BandBelowSpecimen tone="night">
          <Columns from="lg" widths="5fr 7fr" gap={6} wideGap={tokens.space(20)}>
            <Heading level={2}>What we decline</Heading>
            <Stack gap={6} align="start">
              <Prose>
                <p>
                  We do not follow private persons out of jealousy, obtain bank, telephone or health records,
                  enter premises, or place devices on other people’s property. We tell you so in the first
                  conversation, and name a lawful way where there is one.
                </p>
              </Prose>
              <Button as={Link} to={paths.contact}>
                Describe your case
              </Button>
            </Stack>
          </Columns>
        </BandBelowSpecimen>
        <ProofBand proof={data.proof} tone="card" space="small" />
      </BelowFirstScreen>
    </>
  );
}
