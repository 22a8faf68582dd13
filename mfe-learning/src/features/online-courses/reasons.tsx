import { Band, Caption, Columns, Heading, Stack, Text } from '@isa/ui';

const reasons = [
  {
    title: 'Flexibility',
    text: 'A lesson takes about twenty minutes. Watch it between two shifts, on a phone or a desk, stop anywhere and go on where you left off.',
  },
  {
    title: 'Comprehensive training',
    text: 'Six topics in the order in which an operation needs them: from the question of whether it is lawful to the report on the client’s desk.',
  },
  {
    title: 'Up-to-date techniques',
    text: 'Methods as they are used today, on foot, on wheels and from a window, with the law, the vehicles and the phones of today.',
  },
] as const;

/** Specification §2. */
export function Reasons() {
  return (
    <Band tone="paper">
      <Columns from="md" widths="1fr 1fr 1fr" gap={10}>
        {reasons.map(({ title, text }, index) => (
          <Stack key={title} gap={3}>
            <Caption tone="accent">{`0${index + 1}`}</Caption>
            <Heading level={2} size="md">
              {title}
            </Heading>
            <Text>{text}</Text>
          </Stack>
        ))}
      </Columns>
    </Band>
  );
}
