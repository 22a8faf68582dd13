import { type Host, useHydrated } from '@isa/contract';
import { HostProvider } from '@isa/contract/host';
import { asElement, GlobalStyle, tokens } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { styled } from 'styled-components';
import type { RemoteRelease } from '../../platform/formats/registry';

interface AppProps extends Partial<OverrideNoticeProps> {
  readonly host: Host;
  readonly children: ReactNode;
  /** Called when the page is rendered and interactive. */
  readonly onReady?: (() => void) | undefined;
}

/** The same in Node and in the browser, because hydration needs the same tree in both. */
export function App({ host, releases = [], isPreview = false, children, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <StrictMode>
      <HostProvider host={host}>
        <style href="isa-fonts" precedence="first">
          {fontFaces}
        </style>
        <GlobalStyle />
        {asElement(children)}
        <OverrideNotice releases={releases} isPreview={isPreview} />
      </HostProvider>
    </StrictMode>
  );
}

interface OverrideNoticeProps {
  /** This tab's releases, of which overrides are shown. */
  readonly releases: readonly RemoteRelease[];
  readonly isPreview: boolean;
}

/** Says that the page is a preview, and names the remotes of a development server or a preview link. */
function OverrideNotice({ releases, isPreview }: OverrideNoticeProps) {
  // The notice appears after hydration, which needs the prerendered page, the same on all origins.
  const isHydrated = useHydrated();
  // What a member of staff has chosen is named by the bar of the staff view.
  const overrides = releases.filter(
    ({ slot, unverified }) => slot === 'override' && (isPreview || unverified),
  );
  if (!isHydrated || (overrides.length === 0 && !isPreview)) return null;
  return (
    <Notice aria-label={isPreview ? 'Preview' : 'Development'}>
      {isPreview && <span>This is a preview of the site. Nobody can log in here.</span>}
      {overrides.map(({ name, version, entry, unverified }) => (
        <span key={name}>
          {unverified ? `${name} from ${new URL(entry).host}` : `Preview: ${name}@${version}, not released`}
        </span>
      ))}
      {overrides.length > 0 && <a href="?isa-override=off&isa-release=off">Use the released ones</a>}
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
