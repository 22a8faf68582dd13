import { Band, Stack, Text } from '@isa/ui';
import { BlockHead } from '../block-head';
import { team } from './team';
import { TeamSlider } from './team-slider';

export function TeamBlock() {
  return (
    <Band aria-labelledby="team">
      <Stack gap={10}>
        <BlockHead id="team" title="Meet the Training Team">
          <Text muted>Instructors who still work undercover are shown by call sign only.</Text>
        </BlockHead>
        <TeamSlider members={team} labelledBy="team" />
      </Stack>
    </Band>
  );
}
