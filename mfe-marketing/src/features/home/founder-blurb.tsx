import { academy } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Caption,
  Cluster,
  Container,
  Heading,
  media,
  Section,
  Stack,
  Text,
  TextLink,
  tokens,
  Viewfinder,
} from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(10)};
  align-items: center;
  ${media.up('md')} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: clamp(${tokens.space(12)}, 8vw, ${tokens.space(28)});
  }
`;

const Portrait = styled(Viewfinder)`
  width: 100%;
  max-width: 24rem;
  justify-self: center;
`;

/** Who founded the academy, in three sentences. */
export function FounderBlurb() {
  return (
    <Section tone="card" aria-labelledby="founder">
      <Container>
        <Columns>
          <Portrait>
            <FounderPortrait />
          </Portrait>
          <Stack gap={6}>
            <Caption tone="accent">Personnel file / Founder</Caption>
            <Heading level={2} size="xl" id="founder">
              Four decades unnoticed
            </Heading>
            <Text>
              The founder served in the police up to the rank of colonel, led surveillance teams against
              organised crime and then worked as a private detective. He has watched good equipment fail in
              tired hands, and plain equipment succeed in prepared ones.
            </Text>
            <Text>
              In the academy he teaches what followed from that: choose people carefully, rehearse them
              honestly, and write down what you learn.
            </Text>
            <Cluster gap={7}>
              <TextLink as={Link} to={paths.about} mark="arrow">
                His career history
              </TextLink>
              <TextLink
                href={academy.network.founder}
                target="_blank"
                rel="noopener noreferrer"
                mark="external"
              >
                Profile on {academy.network.name}
              </TextLink>
            </Cluster>
          </Stack>
        </Columns>
      </Container>
    </Section>
  );
}
