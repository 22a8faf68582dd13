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
import { consultancyTypes, Promotions, Volumes, type VolumeSummary } from './promotions';
import { Terms } from './terms';

interface ConsultancyData {
  readonly proof: AcademyProof;
  readonly volumes: readonly VolumeSummary[];
}

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
        <Band tone="card">
          <Stack gap={12}>
            <Heading level={2}>Four kinds of consultancy</Heading>
            <Terms
              entries={consultancyTypes.map(({ title, text, result }) => ({
                title,
                text,
                more: (
                  <Text size="small">
                    <strong>You receive:</strong>
                    <span>{` ${result}`}</span>
                  </Text>
                ),
              }))}
            />
          </Stack>
        </Band>
        <Band tone="night">
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
        </Band>
        <Band id="books">
          <Volumes volumes={data.volumes} />
        </Band>
        <Band tone="card" id="promotions">
          <Promotions />
        </Band>
        <ProofBand proof={data.proof} space="small" />
      </BelowFirstScreen>
    </>
  );
}
