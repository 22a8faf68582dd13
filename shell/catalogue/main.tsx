import { GlobalStyle } from '@isa/ui';
import { fontFaces } from '@isa/ui/fonts';
import { features } from 'catalogue-stories';
import { createRoot } from 'react-dom/client';
import { Overview } from './overview';
import { showStory } from './show-story';

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
