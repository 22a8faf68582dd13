import { messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { type MenuEntry, useHost, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Caption, Icon, Spinner, Text, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { useAction } from '../use-action';
import { Panel, PanelEntry, ScriptedIconButton } from './controls';
import { useDisclosure } from './use-disclosure';

const Root = styled.div`
  position: relative;
`;

const Dot = styled.span`
  position: absolute;
  top: 9px;
  right: 9px;
  width: 9px;
  height: 9px;
  border-radius: 50%;
  background: var(--isa-brass);
  border: 2px solid var(--isa-surface);
`;

/** The dropdown, which would begin left of the screen on the narrowest phones. */
const Dropdown = styled(Panel)`
  @media (max-width: 359px) {
    right: -5rem;
  }
`;

const CustomerName = styled.div`
  padding: ${tokens.space(2)} ${tokens.space(3)} ${tokens.space(3)};
  margin-bottom: ${tokens.space(2)};
  border-bottom: 1px solid var(--isa-line);
  p + p {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

export function UserMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const signedIn = useSession(({ status }) => status === 'in');
  const { expanded, close, rootProps, triggerProps, panelId } = useDisclosure<HTMLDivElement>();
  return (
    <Root {...rootProps}>
      <ScriptedIconButton {...triggerProps} aria-label="Your account">
        <Icon name="user" />
        {signedIn && <Dot />}
      </ScriptedIconButton>
      <Dropdown id={panelId} $open={expanded} $end>
        <AccountEntries entries={entries} onNavigate={close} />
      </Dropdown>
    </Root>
  );
}

interface AccountEntriesProps {
  readonly entries: readonly MenuEntry[];
  readonly onNavigate: () => void;
}

/** The account links of the user menu and the mobile menu; a spinner while the session is being verified. */
export function AccountEntries({ entries, onNavigate }: AccountEntriesProps) {
  const status = useSession((session) => session.status);
  const name = useSession((session) => session.name);
  if (status === 'unknown' || status === 'checking')
    return <Spinner label="Loading your account…" size={28} />;
  const signedIn = status === 'in';
  const links = signedIn
    ? [...entries, { label: 'Account settings', path: paths.account }]
    : [
        { label: 'Login', path: paths.login() },
        { label: 'Register', path: paths.register() },
      ];
  return (
    <>
      {signedIn ? (
        name && (
          <CustomerName>
            <Caption>Logged in</Caption>
            <p>{name}</p>
          </CustomerName>
        )
      ) : (
        <CustomerName>
          <Text size="small" muted>
            Follow your orders and watch your lessons. Buying books needs no account.
          </Text>
        </CustomerName>
      )}
      <ul data-guest={!signedIn || undefined}>
        {links.map(({ label, path }) => (
          <li key={label}>
            <PanelEntry as={Link} to={path} onClick={onNavigate}>
              {label}
            </PanelEntry>
          </li>
        ))}
        {signedIn && (
          <li>
            <LogOut />
          </li>
        )}
      </ul>
    </>
  );
}

function LogOut() {
  const { session } = useHost();
  const { busy, run } = useAction(session.logOut, () => messages.somethingWrong);
  return (
    <PanelEntry as="button" type="button" aria-disabled={busy} aria-busy={busy} onClick={run}>
      {busy ? 'Logging out…' : 'Log out'}
    </PanelEntry>
  );
}
