import type { Host } from '@isa/contract';
import { HostProvider } from '@isa/contract/host';
import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { type ReactNode, StrictMode, useEffect } from 'react';
import type { RemoteRelease } from '../../formats/registry';
import { OverrideNotice } from '../remotes/override-notice';

interface AppProps {
  readonly host: Host;
  /** This tab's releases, of which overrides are shown in a notice. */
  readonly releases?: readonly RemoteRelease[];
  readonly isPreview?: boolean;
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
        {children}
        <OverrideNotice releases={releases} isPreview={isPreview} />
      </HostProvider>
    </StrictMode>
  );
}
