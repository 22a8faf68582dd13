import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { RemoteRelease } from '../../formats/registry';

/** Names the remotes that development servers on the visitor's machine serve; nothing without overrides. */
export function OverrideNotice({ releases }: { readonly releases: readonly RemoteRelease[] }) {
  const overrides = releases.filter(({ slot }) => slot === 'override');
  if (overrides.length === 0) return null;
  return (
    <Notice aria-label="Development">
      {overrides.map(({ name, entry }) => (
        <span key={name}>
          {name} from {new URL(entry).host}
        </span>
      ))}
      <a href="?isa-override=off">Use the released ones</a>
    </Notice>
  );
}

const Notice = styled.aside`
  position: fixed;
  inset: auto auto 0 0;
  z-index: 100;
  display: flex;
  flex-wrap: wrap;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(1)} ${tokens.space(3)};
  background: ${tokens.color.ink};
  color: ${tokens.color.paper};
  font: 0.75rem ${tokens.font.mono};

  a {
    color: inherit;
  }
`;
