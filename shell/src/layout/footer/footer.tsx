import { academy, addressLabel, legalPages, telephoneLink } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type FooterVariant, type MenuEntry, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Container, surface, Heading, media, Text, tokens, VisuallyHidden } from '@isa/ui';
import { Logo } from '@isa/ui/art';
import { styled } from 'styled-components';
import { Newsletter } from './newsletter';

const Root = styled.footer`
  ${surface('ink')}
  &[data-variant='light'] {
    ${surface('card')}
  }
  border-top: 1px solid var(--isa-line);
  padding-block: clamp(${tokens.space(12)}, 5vw, ${tokens.space(18)}) ${tokens.space(8)};
`;

const Top = styled.div`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(16)};
  padding-bottom: clamp(${tokens.space(10)}, 4vw, ${tokens.space(16)});
  border-bottom: 1px solid var(--isa-line);
  ${media.up('lg')} {
    grid-template-columns: 1fr 1fr;
    align-items: start;
  }
`;

const Introduction = styled.p`
  margin-top: ${tokens.space(2)};
  max-width: 46ch;
  color: var(--isa-muted);
  text-wrap: pretty;
`;

const LinkGrid = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${tokens.space(10)} ${tokens.space(6)};
  padding-block: clamp(${tokens.space(10)}, 4vw, ${tokens.space(16)});
  &:first-child {
    padding-top: 0;
  }
  ${media.up('md')} {
    grid-template-columns: 1fr 1fr 1fr;
  }
  ${media.up('lg')} {
    grid-template-columns: 1.6fr 1fr 1fr 1fr;
  }
`;

const Address = styled.address`
  grid-column: 1 / -1;
  font-size: ${tokens.font.size.small};
  line-height: 1.7;
  color: var(--isa-muted);
  ${media.up('lg')} {
    grid-column: auto;
  }
  p {
    margin-top: ${tokens.space(5)};
    white-space: pre-line;
  }
`;

const Column = styled.nav`
  /* On a phone the short lists are below each other, alongside the long one. */
  ${media.down('md')} {
    &:nth-of-type(2) {
      grid-row: span 2;
    }
  }
  font-size: ${tokens.font.size.small};
  ul {
    margin-top: ${tokens.space(3)};
  }
`;

const Title = styled.p`
  font-family: ${tokens.font.serif};
  font-size: 1.0625rem;
  font-weight: 520;
`;

const FooterLink = styled.a`
  display: inline-block;
  padding-block: ${tokens.space(1.5)};
  color: var(--isa-text);
  text-decoration: none;
  ${media.touch} {
    padding-block: ${tokens.space(2.5)};
  }
  &:hover {
    text-decoration: underline;
    text-decoration-color: var(--isa-accent);
  }
`;

const Bottom = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${tokens.space(2)} ${tokens.space(8)};
  padding-top: ${tokens.space(6)};
  border-top: 1px solid var(--isa-line);
  /* Room for the button back to the top, which overlaps this line on narrow screens. */
  ${media.down('xl')} {
    padding-right: ${tokens.space(16)};
  }
`;

/** The id of the links to which the menu button leads without scripts. */
export const SITE_LINKS_ID = 'isa-site-links';

function columnsOf(menu: readonly MenuEntry[]) {
  const main = menu.filter((entry) => entry.menu === 'main');
  return [
    ...main.flatMap(({ label, children }) => (children ? [{ title: label, entries: children }] : [])),
    {
      title: 'The academy',
      entries: [...main.filter(({ children }) => !children), { label: 'Contact', path: paths.contact }],
    },
    { title: 'Legal', entries: legalPages.map(({ slug, label }) => ({ label, path: paths.legal(slug) })) },
  ];
}

interface FooterProps {
  readonly variant: FooterVariant;
  readonly menu: readonly MenuEntry[];
}

export function Footer({ variant, menu }: FooterProps) {
  const { address, email, legalName, phone } = useHost().site.contact;
  const { network } = academy;
  return (
    <Root data-variant={variant} data-isa-screen-only>
      <Container>
        <Top>
          <div>
            <Heading level={2} size="md">
              Notes from the field
            </Heading>
            <Introduction>
              New course dates, new lessons and an article on surveillance practice, at most once a month.
            </Introduction>
          </div>
          <Newsletter />
        </Top>
        <LinkGrid id={SITE_LINKS_ID}>
          <Address>
            <Link to={paths.home}>
              <VisuallyHidden>International Surveillance Academy, home</VisuallyHidden>
              <Logo />
            </Link>
            <p>{addressLabel(address)}</p>
            <FooterLink href={telephoneLink(phone)}>{phone}</FooterLink>
            <br />
            <FooterLink href={`mailto:${email}`}>{email}</FooterLink>
            <br />
            <FooterLink href={network.company} target="_blank" rel="noreferrer">
              {`${network.name} (opens in a new tab)`}
            </FooterLink>
          </Address>
          {columnsOf(menu).map(({ title, entries }) => (
            <Column key={title} aria-label={title}>
              <Title>{title}</Title>
              <ul>
                {entries.map(({ label, path }) => (
                  <li key={label}>
                    <FooterLink as={Link} to={path}>
                      {label}
                    </FooterLink>
                  </li>
                ))}
              </ul>
            </Column>
          ))}
        </LinkGrid>
        <Bottom>
          <Text size="small" muted>
            {`© ${legalName}`}
          </Text>
          <Text size="small" muted>
            Certified to ISO 9001 and ISO 27001
          </Text>
        </Bottom>
      </Container>
    </Root>
  );
}
