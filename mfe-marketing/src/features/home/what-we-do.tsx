import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Columns, Heading, Icon, media, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { stretchedLink } from '../../shared/card';
import { BlockHead } from './block-head';

const Benefits = styled(Columns)`
  border-top: 1px solid var(--isa-line-strong);
`;

const Benefit = styled.li`
  position: relative;
  display: grid;
  align-content: start;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: ${tokens.space(3)};
  padding-block: ${tokens.space(5)};
  > p {
    grid-column: 1 / -1;
  }
  & + & {
    border-top: 1px solid var(--isa-line);
  }
  ${media.up('md')} {
    padding: ${tokens.space(6)} ${tokens.space(6)} 0 0;
    & + & {
      border-top: 0;
      border-left: 1px solid var(--isa-line);
      padding-left: ${tokens.space(6)};
    }
  }
  > svg {
    color: var(--isa-accent);
  }
`;

const BenefitLink = styled(Link)`
  ${stretchedLink}
  svg {
    display: inline-block;
    vertical-align: -0.08em;
    margin-left: 0.4em;
    transition: transform ${tokens.motion};
  }
  &:hover svg {
    transform: translateX(3px);
  }
`;

const terms = paths.legal('terms-and-conditions');

/** The benefits, each with a link to its section of the terms (specification §1). */
const benefits = [
  {
    icon: 'clock',
    title: '24/7 support',
    text: 'Write at any hour. Problems with a payment or a paid course come first, day and night; other questions are answered in office hours.',
    to: `${terms}#support`,
  },
  {
    icon: 'shield',
    title: 'Secure payments',
    text: 'You pay by card or PayPal on the provider’s own form. Card numbers never reach our servers.',
    to: `${terms}#payments`,
  },
  {
    icon: 'refresh',
    title: 'Periodic updates',
    text: 'Lessons are reviewed against new law, practice and equipment, and replaced at no further charge.',
    to: `${terms}#updates`,
  },
] as const;

export function WhatWeDo() {
  return (
    <Band space="small" aria-labelledby="what-we-do">
      <Columns from="lg" widths="1fr 4fr" gap={8} wideGap={tokens.space(10)}>
        <BlockHead id="what-we-do" title="What We Do" size="lg">
          <Text muted>We train in person, in print and online. Every customer can rely on three things.</Text>
        </BlockHead>
        <Benefits as="ul" from="md" widths="1fr 1fr 1fr" gap={0}>
          {benefits.map(({ icon, title, text, to }) => (
            <Benefit key={title}>
              <Icon name={icon} size={22} />
              <Heading level={3}>
                <BenefitLink to={to}>
                  <span>{title}</span>
                  <Icon name="arrow-right" size="0.8em" />
                </BenefitLink>
              </Heading>
              <Text muted>{text}</Text>
            </Benefit>
          ))}
        </Benefits>
      </Columns>
    </Band>
  );
}
