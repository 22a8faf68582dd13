import { asElement, Cluster, Heading, media, Stack, tokens } from '@isa/ui';
import { type ReactNode, type Ref, useId } from 'react';
import { styled } from 'styled-components';

/** Settings that belong together, on a sheet except on phones. */
export function SettingsGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Group>
      <Heading level={2} size="lg">
        {title}
      </Heading>
      <Sheet>{children}</Sheet>
    </Group>
  );
}

export const Group = styled.div`
  margin-top: ${tokens.space(12)};
`;

export const Sheet = styled.div`
  ${media.up('md')} {
    margin-top: ${tokens.space(5)};
    border: 1px solid var(--isa-line);
    border-radius: ${tokens.radiusLarge};
    background: var(--isa-raised);
  }
`;

export const SectionFrame = styled.section`
  display: grid;
  gap: ${tokens.space(2)} ${tokens.space(8)};
  padding-block: ${tokens.space(8)};
  border-bottom: 1px solid var(--isa-line);
  &:last-child {
    border: 0;
  }
  ${media.up('sm')} {
    --isa-submit-width: 18rem;
  }
  ${media.up('md')} {
    padding-inline: clamp(${tokens.space(6)}, 3vw, ${tokens.space(10)});
  }
  ${media.up('lg')} {
    grid-template-columns: 14rem minmax(0, 1fr);
  }
`;

interface AccountSectionProps {
  readonly title: string;
  readonly explanation: string;
  /** The button at the end of the explanation. */
  readonly action?: ReactNode;
  /** The section's element, which gets the focus when the focused element inside has gone. */
  readonly ref?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

export function AccountSection({ title, explanation, action, ref, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <SectionFrame ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <Heading level={3} size="sm" id={titleId}>
        {title}
      </Heading>
      <Stack gap={5}>
        <Line>
          <Labels>
            <p>{explanation}</p>
          </Labels>
          {asElement(action)}
        </Line>
        {asElement(children)}
      </Stack>
    </SectionFrame>
  );
}

export const Rows = styled.ul`
  border-top: 1px solid var(--isa-line);
  > li {
    padding-block: ${tokens.space(4)};
    border-bottom: 1px solid var(--isa-line);
  }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${tokens.space(3)} ${tokens.space(4)};
`;

const Labels = styled.div`
  flex: 1 1 13rem;
  min-width: 0;
  p {
    font-size: ${tokens.font.size.small};
    line-height: 1.5;
    color: var(--isa-muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Title = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${tokens.space(3)};
  font-weight: 600;
  /* A name is one word if the customer likes. */
  > * {
    min-width: 0;
  }
`;

interface RowProps {
  readonly title: string;
  readonly tag?: ReactNode;
  readonly details: readonly ReactNode[];
  readonly buttons?: ReactNode;
  readonly children?: ReactNode;
}

/** One of the `Rows`. */
export function Row({ title, tag, details, buttons, children }: RowProps) {
  return (
    <Stack as="li">
      <Line>
        <Labels>
          <Title>
            <span>{title}</span>
            {asElement(tag)}
          </Title>
          {details.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </Labels>
        {buttons && <Cluster gap={2}>{buttons}</Cluster>}
      </Line>
      {asElement(children)}
    </Stack>
  );
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface TimeProps {
  readonly label: string;
  readonly value: string;
}

/** A time in the visitor's own time zone, such as "Last used 22 Nov 2026, 07:00". */
export function Time({ label, value }: TimeProps) {
  return (
    <>
      <span>{`${label} `}</span>
      <time dateTime={value}>{format.format(new Date(value))}</time>
    </>
  );
}
