import { focusRing, surface, Icon, tokens } from '@isa/ui';
import { StrictMode, useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { styled } from 'styled-components';
import { type Area, findAreas, releaseLabel, type TabReleases } from './areas';
import { BUTTON, type Corner, CORNERS, freeCorner, positionOf } from './free-corner';
import { isOverlayOpen, storeOverlayOpen } from './overlay-setting';

/** Shows which release rendered what. Only its button takes clicks; all others reach the page. */
export function Overlay({ releases: tabReleases }: { readonly releases: () => TabReleases }) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(isOverlayOpen);
  const [corner, setCorner] = useState<Corner>(CORNERS[0]);
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const listId = useId();

  useEffect(() => {
    storeOverlayOpen(shown);
  }, [shown]);

  // The shortcut Alt+Shift+O types no text, and no page uses it. It is read from `code`, because Alt changes
  // `key`.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey && event.shiftKey && event.code === 'KeyO') {
        event.preventDefault();
        setShown((before) => !before);
      } else if (event.key === 'Escape' && root.current?.contains(document.activeElement)) {
        setShown(false);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  useEffect(
    () =>
      watchPage(() => {
        if (shown) setAreas(findAreas(document, tabReleases()));
        if (root.current) setCorner(freeCorner(window, root.current));
      }),
    [shown, tabReleases],
  );

  const { releases, revision, shellVersion } = tabReleases();
  const overridden = releases.some(({ slot }) => slot === 'override');
  return (
    <Root ref={root} data-isa-overlay="">
      {shown &&
        areas.map(({ caption, captionTop, renderedBy, ...box }) => (
          <Outline
            key={`${caption} ${box.top} ${box.left}`}
            aria-hidden="true"
            data-drawn-by={renderedBy}
            style={box}
          >
            <Caption style={{ top: captionTop }}>{caption}</Caption>
          </Outline>
        ))}
      <Corners style={positionOf(corner, window.innerWidth, window.innerHeight)} $corner={corner}>
        <Toggle
          type="button"
          aria-expanded={shown}
          aria-controls={listId}
          aria-label="Which release drew what"
          title="Which release drew what (Alt+Shift+O)"
          onClick={() => setShown(!shown)}
        >
          <Icon name="target" size={18} />
        </Toggle>
        {shown && (
          <Panel id={listId} aria-label="Releases in this tab">
            <p>Registry {revision}</p>
            <ul>
              <li>shell@{shellVersion}</li>
              {releases.map((release) => (
                <li key={release.name}>
                  {releaseLabel(release)}
                  {release.slot === 'override' && ` from ${new URL(release.entry).host}`}
                </li>
              ))}
            </ul>
            {overridden && <a href="?isa-override=off&isa-release=off">Use the released ones</a>}
          </Panel>
        )}
      </Corners>
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
  @media print {
    display: none;
  }
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

const Corners = styled.div<{ readonly $corner: Corner }>`
  position: absolute;
  width: ${BUTTON}px;
  height: ${BUTTON}px;
  > section {
    position: absolute;
    ${({ $corner }) => ($corner.endsWith('left') ? 'left: 0;' : 'right: 0;')}
    ${({ $corner }) => ($corner.startsWith('top') ? 'top' : 'bottom')}: calc(100% + 4px);
  }
`;

const Toggle = styled.button`
  ${surface('ink')}
  display: grid;
  place-items: center;
  width: 100%;
  height: 100%;
  padding: 0;
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radius};
  cursor: pointer;
  pointer-events: auto;
  &[aria-expanded='true'] {
    color: var(--isa-accent);
  }
  &:focus-visible {
    ${focusRing}
  }
`;

const Panel = styled.section`
  ${surface('ink')}
  width: max-content;
  max-width: calc(100vw - 16px);
  padding: ${tokens.space(2)} ${tokens.space(3)};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radius};
  overflow-wrap: anywhere;
  a {
    color: var(--isa-accent);
    pointer-events: auto;
  }
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
