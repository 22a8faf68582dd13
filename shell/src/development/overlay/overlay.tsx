import { surface, tokens } from '@isa/ui';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { styled } from 'styled-components';
import { type Area, findAreas, releaseLabel, type TabReleases } from './areas';
import { isOverlayOpen, storeOverlayOpen } from './overlay-setting';

/** Shows which release rendered what, from Alt+Shift+O to the next one. All clicks reach the page. */
export function Overlay({ releases: tabReleases }: { readonly releases: () => TabReleases }) {
  const [shown, setShown] = useState(isOverlayOpen);
  const [areas, setAreas] = useState<readonly Area[]>([]);

  useEffect(() => {
    storeOverlayOpen(shown);
  }, [shown]);

  // The shortcut types no text, and no page uses it. It is read from `code`, because Alt changes `key`.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.code !== 'KeyO') return;
      event.preventDefault();
      setShown((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(
    () => (shown ? watchPage(() => setAreas(findAreas(document, tabReleases()))) : undefined),
    [shown, tabReleases],
  );

  if (!shown) return null;
  const { releases, revision, shellVersion } = tabReleases();
  return (
    <Root data-isa-screen-only>
      {areas.map(({ caption, captionTop, renderedBy, ...box }) => (
        <Outline
          key={`${caption} ${box.top} ${box.left}`}
          aria-hidden="true"
          data-drawn-by={renderedBy}
          style={box}
        >
          <Caption style={{ top: captionTop }}>{caption}</Caption>
        </Outline>
      ))}
      <Panel aria-label="Releases in this tab">
        <p>{`Registry ${revision}`}</p>
        <ul>
          <li>{`shell@${shellVersion}`}</li>
          {releases.map((release) => (
            <li key={release.name}>
              {releaseLabel(release) +
                (release.slot === 'override' ? ` from ${new URL(release.entry).host}` : '')}
            </li>
          ))}
        </ul>
      </Panel>
    </Root>
  );
}

export function showOverlay(releases: () => TabReleases): void {
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(
    <StrictMode>
      <Overlay releases={releases} />
    </StrictMode>,
  );
}

const Root = styled.div`
  position: fixed;
  inset: 0;
  z-index: 100;
  overflow: clip;
  pointer-events: none;
  font: 500 0.75rem/1.4 ${tokens.font.mono};
`;

const Outline = styled.div`
  --mark: ${tokens.color.brass};
  position: absolute;
  border: 2px dashed var(--mark);
  &[data-drawn-by='shell'] {
    --mark: #4a7fb5;
  }
`;

const Caption = styled.span`
  position: absolute;
  left: 50%;
  translate: -50%;
  padding: 0 ${tokens.space(2)};
  border-radius: 0 0 ${tokens.radius} ${tokens.radius};
  background: var(--mark);
  color: ${tokens.color.ink};
  white-space: nowrap;
`;

const Panel = styled.section`
  ${surface('ink')}
  position: absolute;
  right: 4px;
  bottom: 4px;
  max-width: calc(100vw - 8px);
  padding: ${tokens.space(2)} ${tokens.space(3)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radius};
  overflow-wrap: anywhere;
`;

/** Calls back after the page has changed or scrolled, at most once per frame. @returns a function that stops it. */
function watchPage(onChange: () => void): () => void {
  let frame = 0;
  const schedule = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onChange);
  };
  const mutations = new MutationObserver(schedule);
  const application = document.getElementById('root');
  if (application) mutations.observe(application, { childList: true, subtree: true, attributes: true });
  const sizes = new ResizeObserver(schedule);
  sizes.observe(document.body);
  window.addEventListener('scroll', schedule, { passive: true });
  window.addEventListener('resize', schedule);
  schedule();
  return () => {
    cancelAnimationFrame(frame);
    mutations.disconnect();
    sizes.disconnect();
    window.removeEventListener('scroll', schedule);
    window.removeEventListener('resize', schedule);
  };
}
