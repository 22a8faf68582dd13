import type { Story } from '@isa/contract/testing';
import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { features } from 'gallery-stories';
import { createRoot, type Root } from 'react-dom/client';
import { Overview } from './overview';

/** `?feature=shop-basket&story=empty` is one state alone; without them, the list of all states. */
const parameters = new URLSearchParams(window.location.search);
const load = features[parameters.get('feature') ?? ''];
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root".');

if (load) {
  const { default: stories } = await load();
  // The tests read from it which states there are, and what each shows.
  Object.assign(window, { stories });
  const story = stories[parameters.get('story') ?? ''];
  if (story) showStory(story, createRoot(root));
} else {
  const names: Record<string, readonly string[]> = {};
  for (const [feature, module] of Object.entries(features)) {
    names[feature] = Object.keys((await module()).default);
  }
  createRoot(root).render(
    <>
      <style>{fontFaces}</style>
      <GlobalStyle />
      <Overview features={names} />
    </>,
  );
}

/** Renders one state, and clicks the button that leads to it as soon as it is there. */
function showStory({ render, click }: Story, root: Root): void {
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
