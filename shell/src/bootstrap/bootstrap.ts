import { STARTED_SCRIPT } from '../../platform/formats/page-data';
import { nextFrame } from '../browser/next-frame';
import { markGuest, mayHaveSession } from '../session/session-marker';
import { repeatEarlyClicks } from './early-clicks';

/** How long pictures and fonts of the first screen may take, in milliseconds. */
const FIRST_SCREEN_TIMEOUT = 500;

/** What this file uses of Trusted Types (W3C), which TypeScript does not know and not every browser has. */
interface TrustedTypesPage {
  readonly trustedTypes?: {
    createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): void;
  };
}

function runScripts(): void {
  for (const preload of document.querySelectorAll<HTMLLinkElement>(`link[${STARTED_SCRIPT}]`)) {
    const script = document.createElement('script');
    script.src = preload.href;
    script.integrity = preload.getAttribute('integrity') ?? '';
    script.crossOrigin = 'anonymous';
    // Scripts that are added to a document run as they arrive, unless they are not `async`.
    script.async = false;
    document.body.append(script);
  }
}

/** Resolves when the first screen is on display, in its fonts. */
async function firstScreen(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
  await Promise.race([
    Promise.allSettled([document.fonts.ready, ...Array.from(pictures, (picture) => picture.decode())]),
    new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_TIMEOUT)),
  ]);
  // The first frame has been handed to the screen when the second begins.
  await nextFrame();
  await nextFrame();
}

// Scripts are restricted by `script-src` and `Integrity-Policy`, so this policy lets their addresses pass. Text that
// would become HTML or code is refused.
(window as TrustedTypesPage).trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => address,
});
markGuest(!mayHaveSession());
repeatEarlyClicks();
if (document.visibilityState === 'hidden') runScripts();
else void firstScreen().then(runScripts);
