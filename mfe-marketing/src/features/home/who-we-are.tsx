import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Columns, Prose, Stack, TextLink, tokens } from '@isa/ui';
import { BlockHead } from './block-head';

export function WhoWeAre() {
  return (
    <Band tone="card" aria-labelledby="who">
      <Columns from="lg" widths="5fr 7fr" gap={8} wideGap={tokens.space(20)}>
        <BlockHead id="who" title="Who Is the Academy" />
        <Stack gap={7}>
          <Prose>
            <p>
              The International Surveillance Academy is a school for people who observe, inquire and protect
              for a living. Its courses mix theory and practice and are held at the academy’s headquarters, at
              the client’s site or at a base agreed for the purpose.
            </p>
            <p>
              Its quality management is accredited to <strong>ISO 9001</strong>, its information security to{' '}
              <strong>ISO 27001</strong>. It teaches that in surveillance{' '}
              <strong>90% of success is the preparation of the human factor</strong>.
            </p>
            <p>
              For organisations we set up whole departments <strong>in three months</strong>. After a turnover
              of up to 40% of the staff, or up to 25% in the programme for personal protection, the team is
              rebuilt <strong>in two weeks</strong>.
            </p>
          </Prose>
          <div>
            <TextLink as={Link} to={paths.courseCategory('intelligence')} mark="arrow">
              How a department is organised
            </TextLink>
          </div>
        </Stack>
      </Columns>
    </Band>
  );
}
