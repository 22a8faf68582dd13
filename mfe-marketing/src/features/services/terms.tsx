import { Heading, media, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: 0 clamp(${tokens.space(10)}, 6vw, ${tokens.space(20)});
  border-top: 1px solid var(--isa-line-strong);
  > li {
    display: grid;
    gap: ${tokens.space(2)};
    align-content: start;
    padding-block: ${tokens.space(6)};
    border-bottom: 1px solid var(--isa-line);
  }
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface TermsProps {
  readonly entries: readonly { readonly title: string; readonly text: string }[];
}

/** What a service covers, in two columns with lines between the entries. */
export function Terms({ entries }: TermsProps) {
  return (
    <List>
      {entries.map(({ title, text }) => (
        <li key={title}>
          <Heading level={3}>{title}</Heading>
          <Text muted>{text}</Text>
        </li>
      ))}
    </List>
  );
}
