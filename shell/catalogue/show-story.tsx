import type { Story } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import type { Root } from 'react-dom/client';

/** Renders one state, and clicks the button that leads to it as soon as it is there. */
export function showStory({ render, click }: Story, root: Root): void {
  // What an earlier state has left behind.
  localStorage.clear();
  sessionStorage.clear();
  root.render(
    <>
      <style>{fontFaces}</style>
      <GlobalStyle />
      <main>{render()}</main>
    </>,
  );
  if (!click) return;
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find(({ textContent }) => textContent.trim() === click);
    if (!button) return;
    observer.disconnect();
    button.click();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
