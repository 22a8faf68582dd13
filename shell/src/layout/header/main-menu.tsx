import { ground, Icon, media, tokens } from '@isa/ui';
import type { MenuEntry } from '@isa/contract';
import { NavLink } from '@isa/contract/router';
import { useLocation } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { barControl, Panel, panelEntry } from './bar';
import { useDisclosure } from './use-disclosure';

type Submenu = NonNullable<MenuEntry['children']>;

const List = styled.ul`
  --entry-room: ${tokens.space(3)};
  display: none;
  ${media.up('xl')} {
    display: flex;
    align-items: center;
  }
  /* One more remote's entry than today still finds its place on the narrowest screen with a menu. */
  ${media.down('xxl')} {
    &:has(> :nth-child(8)) {
      --entry-room: ${tokens.space(1.5)};
    }
  }
  @media print {
    display: none;
  }
`;

const Item = styled.li`
  position: relative;
`;

/** A brass line under the entry whose page this is. */
const marked = css`
  position: relative;
  padding-inline: var(--entry-room);
  &::after {
    content: '';
    position: absolute;
    inset: auto var(--entry-room) 7px;
    height: 2px;
    background: var(--isa-accent);
    scale: 0 1;
    transform-origin: left;
    transition: scale ${tokens.motion};
  }
  &[aria-current='page']::after,
  &[data-current='true']::after {
    scale: 1 1;
  }
`;

const Entry = styled(NavLink)`
  ${barControl}
  ${marked}
`;

const Opener = styled.button`
  ${barControl}
  ${marked}
  svg {
    transition: rotate ${tokens.motion};
  }
  &[aria-expanded='true'] svg {
    rotate: 180deg;
  }
`;

const SubmenuPanel = styled(Panel)`
  ${ground('card')}
  /* Without scripts the submenu opens for whoever moves or tabs into it. */
  @media (scripting: none) {
    li:hover > &,
    li:focus-within > & {
      visibility: visible;
      opacity: 1;
    }
  }
`;

const SubEntry = styled(NavLink)`
  ${panelEntry}
`;

/** The header's menu on wide screens, as the releases' own menu entries say. */
export function MainMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      <List>
        {entries.map(({ label, path, children }) =>
          children ? (
            <Dropdown key={label} label={label}>
              {children}
            </Dropdown>
          ) : (
            <Item key={label}>
              <Entry to={path} end={path === '/'} data-current={folder(path) === folder(pathname)}>
                {label}
              </Entry>
            </Item>
          ),
        )}
      </List>
    </nav>
  );
}

/** The first part of an address: a book's page belongs to the books' entry. */
function folder(path: string): string | undefined {
  return path.split('/')[1];
}

function Dropdown({ label, children }: { readonly label: string; readonly children: Submenu }) {
  const { pathname } = useLocation();
  const { expanded, close, rootProps, triggerProps, panelId } = useDisclosure<HTMLLIElement>({ hover: true });
  return (
    <Item {...rootProps}>
      <Opener {...triggerProps} data-current={children.some(({ path }) => path === pathname)}>
        {label}
        <Icon name="chevron-down" size={15} />
      </Opener>
      <SubmenuPanel id={panelId} $open={expanded}>
        <ul>
          {children.map((entry) => (
            <li key={entry.label}>
              <SubEntry to={entry.path} end onClick={close}>
                {entry.label}
              </SubEntry>
            </li>
          ))}
        </ul>
      </SubmenuPanel>
    </Item>
  );
}
