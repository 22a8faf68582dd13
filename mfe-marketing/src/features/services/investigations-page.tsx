import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Grid, Heading, media, Prose, Stack, Text, tokens } from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';
import { servicesCrumb } from '../../shared/structured-data';
import { NumberedCard } from './numbered-card';

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

const Steps = styled.ol`
  display: grid;
  gap: ${tokens.space(8)};
  counter-reset: step;
  li {
    display: grid;
    gap: ${tokens.space(2)};
    align-content: start;
    padding-top: ${tokens.space(4)};
    border-top: 1px solid var(--isa-line-strong);
  }
  li::before {
    counter-increment: step;
    content: counter(step, decimal-leading-zero);
    font-family: ${tokens.font.mono};
    font-size: ${tokens.font.size.caption};
    color: var(--isa-accent);
  }
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.up('xl')} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`;

const steps = [
  {
    title: 'Instruction',
    text: 'You tell us the question and your lawful interest in the answer. We check for conflicts before we read further.',
  },
  {
    title: 'Plan and limit',
    text: 'One page: lines of inquiry, risks, price, and the day on which we stop unless you decide otherwise.',
  },
  {
    title: 'Inquiry',
    text: 'One contact for you, short reports at agreed times, every expense with a receipt.',
  },
  {
    title: 'Report',
    text: 'Facts and opinion kept apart, exhibits numbered, ready for your lawyer. The operator gives evidence if called.',
  },
];

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
          <Grid min={300} gap={6}>
            {subjects.map(({ title, text }, index) => (
              <NumberedCard key={title} number={index + 1} title={title}>
                <Text muted>{text}</Text>
              </NumberedCard>
            ))}
          </Grid>
        </Stack>
      </Band>
      <Band>
        <Stack gap={12}>
          <Heading level={2}>How an inquiry runs</Heading>
          <Steps>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <Heading level={3} size="sm">
                  {title}
                </Heading>
                <Text muted size="small">
                  {text}
                </Text>
              </li>
            ))}
          </Steps>
        </Stack>
      </Band>
      <Band tone="night">
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
      </Band>
    </>
  );
}
