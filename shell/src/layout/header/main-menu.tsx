import { Icon, tokens } from '@isa/ui';
import type { MenuEntry } from '@isa/contract';
import { useLocation } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { MenuLink } from '../navigation/menu-link';
import { bar, headerControl, Panel, PanelEntry, turningChevron } from './controls';
import { useDisclosure } from './use-disclosure';

const List = styled.ul`
  --entry-padding: ${tokens.space(3)};
  display: none;
  ${bar.up('xl')} {
    display: flex;
    align-items: center;
  }
  /* Eight entries, one more than today, fit on the narrowest screen with this menu. */
  ${bar.down('xxl')} {
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
  width: max-content;
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

/** An entry with a few words below it, which describe the link and are not part of its name. */
const Described = styled.li`
  position: relative;
  a {
    padding-block: ${tokens.space(2.5)} ${tokens.space(7)};
  }
  /* Its width counts, so that the panel is as wide as its longest line. */
  p {
    position: relative;
    margin: -${tokens.space(7)} ${tokens.space(3)} ${tokens.space(2.5)};
    color: var(--isa-muted);
    font-size: ${tokens.font.size.caption};
    line-height: 1.3;
    white-space: nowrap;
    pointer-events: none;
  }
`;

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
          {children.map(({ label: name, path, note }) => {
            const noteId = note && `${panelId}${path}`;
            return (
              <Described key={name}>
                <PanelEntry as={MenuLink} to={path} end onClick={close} aria-describedby={noteId}>
                  {name}
                </PanelEntry>
                {note && <p id={noteId}>{note}</p>}
              </Described>
            );
          })}
        </ul>
      </SubmenuPanel>
    </li>
  );
}
