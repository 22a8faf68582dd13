import { academy } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Caption, Cluster, Columns, Heading, Stack, Text, TextLink, tokens, Viewfinder } from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';

const wideGap = `clamp(${tokens.space(12)}, 8vw, ${tokens.space(28)})`;

const Portrait = styled(Viewfinder)`
  width: 100%;
  max-width: 24rem;
  justify-self: center;
`;

export function FounderBlurb({ profile }: { readonly profile: string }) {
  return (
    <Band tone="card" aria-labelledby="founder">
      <Columns from="md" widths="5fr 7fr" gap={10} wideGap={wideGap} align="center">
        <Portrait>
          <FounderPortrait />
        </Portrait>
        <Stack gap={6}>
          <Caption tone="accent">The founder</Caption>
          <Heading level={2} size="xl" id="founder">
            Four decades unnoticed
          </Heading>
          <Text>
            The founder served in the police up to the rank of colonel, led surveillance teams against
            organised crime and then worked as a private detective.
          </Text>
          <Text>
            In the academy he teaches what decided those operations: choose people carefully, rehearse with
            them honestly, and write down what you learn.
          </Text>
          <Cluster gap={7}>
            <TextLink as={Link} to={paths.about} mark="arrow">
              His career history
            </TextLink>
            <TextLink href={profile} target="_blank" rel="noopener noreferrer" mark="external">
              Profile on {academy.network.name}
            </TextLink>
          </Cluster>
        </Stack>
      </Columns>
    </Band>
  );
}
