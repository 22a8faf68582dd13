import { tokens } from '@isa/ui';
import { styled } from 'styled-components';
import type { RemoteRelease } from '../../formats/registry';

/** Names the remotes of a development server on the visitor's machine, or of a preview link; nothing without them. */
export function OverrideNotice({ releases }: { readonly releases: readonly RemoteRelease[] }) {
  const overrides = releases.filter(({ slot }) => slot === 'override');
  if (overrides.length === 0) return null;
  return (
    <Notice aria-label="Development">
      {overrides.map(({ name, version, entry, unverified }) => (
        <span key={name}>
          {unverified ? `${name} from ${new URL(entry).host}` : `Preview: ${name}@${version}, not released`}
        </span>
      ))}
      <a href="?isa-override=off&isa-release=off">Use the released ones</a>
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
