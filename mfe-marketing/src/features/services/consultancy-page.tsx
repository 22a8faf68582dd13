import type { AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Button, Columns, Heading, Prose, Stack, Text, tokens } from '@isa/ui';
import { PageHeadArt } from '@isa/ui/art';
import { enquiryAbout } from '../../shared/enquiry-subject';
import { PageIntro } from '../../shared/page-intro';
import { ProofBand } from '../../shared/proof-band';
import { servicesCrumb } from '../../shared/structured-data';
import { Promotions, Volumes, type VolumeSummary } from './promotions';
import { BandBelowSpecimen, Specimen } from '../../shared/specimen';

interface ConsultancyData {
  readonly proof: AcademyProof;
  readonly volumes: readonly VolumeSummary[];
}

/** Each kind of consultancy with the line of the plan that it corrects. */
const consultancyTypes = [
  {
    part: 'Task',
    plan: 'Is the principal followed on the way to work? Two cars wait',
    crossedOut: 'opposite the house.',
    note: 'One at each end of the street. A follower looks first at what stands opposite.',
    title: 'Operational consultancy',
    text: 'For a case that is planned or has stalled. We read the file with the team leader, visit the ground where we may, and test the plan against what the subject is likely to do.',
    result: 'an annotated plan within five working days, with the decisions that only you can take marked.',
  },
  {
    part: 'Team',
    plan: 'Six operators,',
    crossedOut: 'on duty since 22:00.',
    note: 'Ten hours awake before the first mile. Two shifts, relieved at six.',
    title: 'Organisational consultancy',
    text: 'For departments that are being founded, merged or repaired: posts, shifts, vehicles, command and the way in which tasks arrive. The full programme organises a department in 3 months; the consultancy shows whether you need it.',
    result: 'a report on structure and staffing, and a timetable that your budget can bear.',
  },
  {
    part: 'Route',
    plan: 'The principal leaves',
    crossedOut: 'at 08:00 by the front door, as always.',
    note: 'We knew that after three mornings, and so would anyone else. Two doors, and the time drawn by lot.',
    title: 'Protection consultancy',
    text: 'For principals, families and boards. We examine routine, premises and online exposure from an attacker’s point of view, and agree beforehand what may be tested.',
    result: 'a confidential briefing in person, and a list of measures ranked by effect and cost.',
  },
  {
    part: 'Log',
    plan: 'One file for the team,',
    crossedOut: 'written up in the evening.',
    note: 'As it happens, one sheet for each operator, initialled. In court, what is written in the evening is memory.',
    title: 'Procedural consultancy',
    text: 'For units whose work must stand up to audit or court: logs, exhibits, authorisations, retention and the security of information, aligned with ISO 9001 and ISO 27001.',
    result: 'forms and procedures in your own format, and a trial audit before the real one.',
  },
] as const;

export default function ConsultancyPage({ data }: PageProps<ConsultancyData>) {
  return (
    <>
      <PageIntro
        title="Consultancy"
        description="Consultancy on operations, departments, personal protection and procedure; a train-the-trainer programme; promotions at 130 GBP."
        path={paths.consultancy}
        parents={[servicesCrumb]}
        lead="Advice for those who carry the responsibility, on your own ground and in writing."
        picture={<PageHeadArt name="consultancy" />}
      />
      <BelowFirstScreen>
        <Band>
          <Stack gap={12}>
            <Stack gap={3}>
              <Heading level={2} id="kinds">
                Four kinds of consultancy
              </Heading>
              <Text muted>
                One page of an invented plan, read by four consultants. Each of them crosses out what worries
                them and notes what they would do instead.
              </Text>
            </Stack>
            <Specimen
              labelledBy="kinds"
              parts={consultancyTypes.map(({ part, plan, crossedOut, note, title, text, result }) => ({
                part,
                example: (
                  <>
                    <span>{`${plan} `}</span>
                    <del>{crossedOut}</del>
                    <ins>{note}</ins>
                  </>
                ),
                title,
                explanation: (
                  <>
                    <Text muted>{text}</Text>
                    <Text size="small">
                      <strong>You receive:</strong>
                      <span>{` ${result}`}</span>
                    </Text>
                  </>
                ),
              }))}
            />
          </Stack>
        </Band>
        <BandBelowSpecimen tone="night">
          <Columns from="lg" widths="5fr 7fr" gap={8} wideGap={tokens.space(20)}>
            <Heading level={2}>Train the trainer</Heading>
            <Stack gap={7}>
              <Prose>
                <p>
                  A team that depends on outside instructors stops learning when they leave. We train two to
                  six of your own people to teach: lesson plans, safe exercises, fair assessment, and the
                  correction of colleagues of the same rank.
                </p>
                <p>
                  Candidates first teach us, then each other, and finally a real group while we observe. Those
                  who pass receive a licence to use our material within their organisation and a contact to
                  whom they can bring questions for a year.
                </p>
              </Prose>
              <div>
                <Button as={Link} to={paths.contactForm} state={enquiryAbout('Train the trainer')}>
                  Ask about train-the-trainer
                </Button>
              </div>
            </Stack>
          </Columns>
        </BandBelowSpecimen>
        <Band tone="card" id="promotions">
          <Stack gap={16}>
            <Promotions />
            <Volumes volumes={data.volumes} />
          </Stack>
        </Band>
        <ProofBand proof={data.proof} space="small" />
      </BelowFirstScreen>
    </>
  );
}
