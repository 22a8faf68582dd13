import type { Host } from '@isa/contract';
import { HostProvider } from '@isa/contract/host';
import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { type ReactNode, StrictMode, useEffect } from 'react';
import type { RemoteRelease } from '../formats/registry';
import { OverrideNotice } from './remotes/override-notice';

interface AppProps {
  readonly host: Host;
  /** Remotes from somebody's own machine. */
  readonly overridden?: readonly RemoteRelease[];
  /** The router. */
  readonly children: ReactNode;
  /** Told once everything stands in the document and answers. */
  readonly onDrawn?: () => void;
}

/** Everything that is drawn, in Node and in the browser alike: hydration needs the very same tree. */
export function App({ host, overridden = [], children, onDrawn }: AppProps) {
  useEffect(() => onDrawn?.(), [onDrawn]);
  return (
    <StrictMode>
      <HostProvider host={host}>
        <style href="isa-fonts" precedence="first">
          {fontFaces}
        </style>
        <GlobalStyle />
        {children}
        <OverrideNotice remotes={overridden} />
      </HostProvider>
    </StrictMode>
  );
}
