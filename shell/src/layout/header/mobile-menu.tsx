import { telephoneLink } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type MenuEntry, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Caption, surface, Icon, IconButton, media, tokens } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { MenuLink } from '../navigation/menu-link';
import { SLOW_NAVIGATION_MILLISECONDS } from '../navigation/slow-navigation';
import { Dialog } from '../dialog';
import { SITE_LINKS_ID } from '../footer/footer';
import { bar, iconControl, ScriptedIconButton, turningChevron } from './controls';
import { AccountEntries } from './user-menu';

const Opener = styled(ScriptedIconButton)`
  ${bar.up('xl')} {
    display: none;
  }
`;

const FooterLink = styled.a`
  ${iconControl}
  ${bar.up('xl')} {
    display: none;
  }
`;

const Panel = styled(Dialog)`
  ${surface('ink')}
  inset: 0 0 0 auto;
  padding: 0 ${tokens.gutter} ${tokens.space(8)};
  ${media.up('sm')} {
    width: 26rem;
    border-left: 1px solid var(--isa-line);
  }
  &[open] {
    transition: translate ${tokens.motion};
    @starting-style {
      translate: 2rem 0;
    }
  }
`;

const Head = styled.div`
  ${surface('ink')}
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: var(--isa-header-height);
  margin-inline-end: -11px;
`;

const Entries = styled.ul`
  border-top: 1px solid var(--isa-line);
  > li {
    border-bottom: 1px solid var(--isa-line);
  }
  ul {
    padding-bottom: ${tokens.space(4)};
  }
`;

const entry = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  width: 100%;
  min-height: 54px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  text-align: left;
  text-decoration: none;
  font-family: ${tokens.font.serif};
  font-size: 1.375rem;
  line-height: 1.25;
  &[aria-current='page'] {
    color: var(--isa-accent);
  }
`;

const EntryLink = styled(MenuLink)`
  ${entry}
`;

const EntryButton = styled.button`
  ${entry}
  ${turningChevron}
`;

const SubEntry = styled(MenuLink)`
  display: flex;
  align-items: center;
  min-height: 46px;
  padding-left: ${tokens.space(4)};
  border-left: 1px solid var(--isa-line-strong);
  color: var(--isa-muted);
  text-decoration: none;
  &[aria-current='page'] {
    color: var(--isa-accent);
    border-color: var(--isa-accent);
  }
`;

const Block = styled.div`
  margin-top: ${tokens.space(5)};
  ul {
    margin-inline: -${tokens.space(3)};
  }
  /* Login and Register are two buttons in a row. */
  ul[data-guest] {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: ${tokens.space(3)};
    margin-inline: 0;
    a {
      justify-content: center;
      border: 1px solid var(--isa-line-strong);
      font-size: 1rem;
    }
  }
  div {
    padding-inline: 0;
  }
`;

const ContactLinks = styled.div`
  display: grid;
  margin-top: ${tokens.space(5)};
  a {
    display: flex;
    align-items: center;
    gap: ${tokens.space(3)};
    min-height: 44px;
    color: var(--isa-muted);
    font-size: ${tokens.font.size.small};
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  svg {
    flex: none;
  }
`;

interface MobileMenuProps {
  readonly main: readonly MenuEntry[];
  readonly account: readonly MenuEntry[];
}

export function MobileMenu({ main, account }: MobileMenuProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { email, phone } = useHost().site.contact;
  // Closing computes the styles of the whole page, so the menu goes with that page, unless the next one is late.
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), [open]);
  const closeSoon = () => {
    closing.current = setTimeout(close, SLOW_NAVIGATION_MILLISECONDS);
  };
  return (
    <>
      <Opener
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={24} />
      </Opener>
      {/* Without scripts the button leads to the footer, which has every link of the menu. */}
      <noscript>
        <FooterLink href={`#${SITE_LINKS_ID}`} aria-label="Menu">
          <Icon name="menu" size={24} />
        </FooterLink>
      </noscript>
      <Panel open={open} onClose={close} label="Menu">
        <Head>
          <Caption>Menu</Caption>
          <IconButton icon="close" label="Close menu" onClick={close} />
        </Head>
        <nav aria-label="Main">
          <Entries>
            {main.map((item) => (
              <li key={item.label}>
                {item.children ? (
                  <Expandable label={item.label} onNavigate={closeSoon}>
                    {item.children}
                  </Expandable>
                ) : (
                  <EntryLink to={item.path} end={item.path === '/'} onClick={closeSoon}>
                    {item.label}
                  </EntryLink>
                )}
              </li>
            ))}
          </Entries>
        </nav>
        <Block>
          <Button as={Link} to={paths.contact} size="large" variant="secondary" wide onClick={closeSoon}>
            Contact Us
          </Button>
        </Block>
        <Block>
          <Caption>Your account</Caption>
          <AccountEntries entries={account} onNavigate={close} />
        </Block>
        <ContactLinks>
          <a href={telephoneLink(phone)}>
            <Icon name="phone" size={18} />
            <span>{phone}</span>
          </a>
          <a href={`mailto:${email}`}>
            <Icon name="mail" size={18} />
            <span>{email}</span>
          </a>
        </ContactLinks>
      </Panel>
    </>
  );
}

interface ExpandableProps {
  readonly label: string;
  readonly onNavigate: () => void;
  readonly children: NonNullable<MenuEntry['children']>;
}

function Expandable({ label, onNavigate, children }: ExpandableProps) {
  const { pathname } = useLocation();
  const [expanded, setExpanded] = useState(() => children.some(({ path }) => path === pathname));
  return (
    <>
      <EntryButton type="button" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
        <span>{label}</span>
        <Icon name="chevron-down" size={20} />
      </EntryButton>
      <ul hidden={!expanded}>
        {children.map((child) => (
          <li key={child.label}>
            <SubEntry to={child.path} end onClick={onNavigate}>
              {child.label}
            </SubEntry>
          </li>
        ))}
      </ul>
    </>
  );
}
