import { Icon, media, tokens } from '@isa/ui';
import type { MenuEntry } from '@isa/contract';
import { useLocation } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { MenuLink } from '../navigation/menu-link';
import { headerControl, Panel, PanelEntry, turningChevron } from './controls';
import { useDisclosure } from './use-disclosure';

const List = styled.ul`
  --entry-padding: ${tokens.space(3)};
  display: none;
  ${media.up('xl')} {
    display: flex;
    align-items: center;
  }
  /* Eight entries, one more than today, fit on the narrowest screen with this menu. */
  ${media.down('xxl')} {
    &:has(> :nth-child(8)) {
      --entry-padding: ${tokens.space(1.5)};
    }
  }
  > li {
    position: relative;
  }
`;

/** A brass line under the current page's entry. */
const currentLine = css`
  position: relative;
  padding-inline: var(--entry-padding);
  &::after {
    content: '';
    position: absolute;
    inset: auto var(--entry-padding) 7px;
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

const Entry = styled(MenuLink)`
  ${headerControl}
  ${currentLine}
`;

const Opener = styled.button`
  ${headerControl}
  ${currentLine}
  ${turningChevron}
`;

const SubmenuPanel = styled(Panel)`
  /* Without scripts the submenu opens on hover and focus. */
  @media (scripting: none) {
    li:hover > &,
    li:focus-within > & {
      visibility: visible;
      opacity: 1;
    }
  }
`;

export function MainMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      <List data-isa-screen-only>
        {entries.map(({ label, path, children }) =>
          children ? (
            <Dropdown key={label} label={label}>
              {children}
            </Dropdown>
          ) : (
            <li key={label}>
              <Entry to={path} end={path === '/'} data-current={section(path) === section(pathname)}>
                {label}
              </Entry>
            </li>
          ),
        )}
      </List>
    </nav>
  );
}

/** @returns the first segment of a path: the page of a book belongs to the entry of all books. */
function section(path: string): string | undefined {
  return path.split('/')[1];
}

interface DropdownProps {
  readonly label: string;
  readonly children: NonNullable<MenuEntry['children']>;
}

function Dropdown({ label, children }: DropdownProps) {
  const { pathname } = useLocation();
  const { expanded, close, rootProps, triggerProps, panelId } = useDisclosure<HTMLLIElement>({ hover: true });
  return (
    <li {...rootProps}>
      <Opener {...triggerProps} data-current={children.some(({ path }) => path === pathname)}>
        <span>{label}</span>
        <Icon name="chevron-down" size={15} />
      </Opener>
      <SubmenuPanel id={panelId} $open={expanded}>
        <ul>
          {children.map((entry) => (
            <li key={entry.label}>
              <PanelEntry as={MenuLink} to={entry.path} end onClick={close}>
                {entry.label}
              </PanelEntry>
            </li>
          ))}
        </ul>
      </SubmenuPanel>
    </li>
  );
}
