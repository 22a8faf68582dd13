import { type MenuEntry, paths, useHost, useSession } from '@isa/contract';
import { messages } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Caption, ground, Icon, Spinner, tokens } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { iconControl, needsScripts, Panel, panelEntry } from './bar';
import { useDisclosure } from './use-disclosure';

const Root = styled.div`
  position: relative;
  ${needsScripts}
`;

const Opener = styled.button`
  ${iconControl}
`;

/** Says at a glance that somebody is signed in. */
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

const AccountPanel = styled(Panel)`
  ${ground('card')}
`;

const EntryLink = styled(Link)`
  ${panelEntry}
`;

const EntryButton = styled.button`
  ${panelEntry}
`;

const Who = styled.div`
  padding: ${tokens.space(2)} ${tokens.space(3)} ${tokens.space(3)};
  margin-bottom: ${tokens.space(2)};
  border-bottom: 1px solid var(--isa-line);
  p + p {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

/** The user icon of the header and what it opens. */
export function UserMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const signedIn = useSession(({ status }) => status === 'in');
  const { expanded, close, rootProps, triggerProps, panelId } = useDisclosure<HTMLDivElement>();
  return (
    <Root {...rootProps}>
      <Opener {...triggerProps} aria-label="Your account">
        <Icon name="user" />
        {signedIn && <Dot />}
      </Opener>
      <AccountPanel id={panelId} $open={expanded} $end>
        <AccountEntries entries={entries} onChoose={close} />
      </AccountPanel>
    </Root>
  );
}

/** Account links by session, for the user menu and the menu sheet. Nothing is decided until the session is known. */
export function AccountEntries({
  entries,
  onChoose,
}: {
  readonly entries: readonly MenuEntry[];
  readonly onChoose: () => void;
}) {
  const status = useSession((session) => session.status);
  const name = useSession((session) => session.name);
  if (status === 'unknown' || status === 'checking')
    return <Spinner label="Looking for your account…" size={28} />;
  if (status === 'out') {
    return (
      <ul>
        <li>
          <EntryLink to={paths.login()} onClick={onChoose}>
            Login
          </EntryLink>
        </li>
        <li>
          <EntryLink to={paths.register()} onClick={onChoose}>
            Register
          </EntryLink>
        </li>
      </ul>
    );
  }
  return (
    <>
      {name && (
        <Who>
          <Caption as="p">Signed in</Caption>
          <p>{name}</p>
        </Who>
      )}
      <ul>
        {entries.map(({ label, path }) => (
          <li key={label}>
            <EntryLink to={path} onClick={onChoose}>
              {label}
            </EntryLink>
          </li>
        ))}
        <li>
          <EntryLink to={paths.account} onClick={onChoose}>
            Account settings
          </EntryLink>
        </li>
        <li>
          <LogOut />
        </li>
      </ul>
    </>
  );
}

function LogOut() {
  const { session, toasts } = useHost();
  const [busy, setBusy] = useState(false);

  async function logOut() {
    if (busy) return;
    setBusy(true);
    try {
      await session.logOut();
    } catch {
      toasts.show({ tone: 'error', text: messages.somethingWrong });
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryButton type="button" aria-disabled={busy} aria-busy={busy} onClick={() => void logOut()}>
      {busy ? 'Logging out…' : 'Log out'}
    </EntryButton>
  );
}
