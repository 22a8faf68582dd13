import { IconButton, VisuallyHidden } from '@isa/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { TeamMember } from './team';
import { Portrait, TeamCard } from './team-card';
import { Bar, Thumb, Thumbs, Viewport } from './team-slider.styles';
import { useTeamSlider } from './use-team-slider';

/**
 * The team as a carousel (W3C's ARIA pattern): cards that can be swiped, stepped by buttons and arrow keys, or
 * picked by a thumb. Without scripts it is a row that scrolls.
 */
export function TeamSlider({
  members,
  labelledBy,
}: {
  readonly members: readonly TeamMember[];
  readonly labelledBy: string;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  const thumbs = useRef<HTMLDivElement>(null);
  const slider = useTeamSlider(viewport, thumbs);
  const { first, visible, playing, moving, ready } = slider;
  // What comes into view is said after somebody asked for it, never while the cards move by themselves.
  const [asked, setAsked] = useState(false);

  function ask(move: () => void) {
    setAsked(true);
    move();
  }

  function step(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') ask(slider.next);
    else if (event.key === 'ArrowLeft') ask(slider.previous);
    else return;
    event.preventDefault();
  }

  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-labelledby={labelledBy}
      onMouseEnter={() => slider.hold(true)}
      onMouseLeave={() => slider.hold(false)}
      onFocus={() => slider.hold(true)}
      onBlur={() => slider.hold(false)}
      onKeyDown={step}
    >
      <Bar hidden={!ready}>
        <VisuallyHidden role="status">
          {asked && !moving && announcement(members, first, visible)}
        </VisuallyHidden>
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={playing ? 'Stop moving through the team' : 'Move through the team by itself'}
          onClick={() => slider.setPlaying(!playing)}
        />
        <IconButton icon="arrow-left" label="Previous team member" onClick={() => ask(slider.previous)} />
        <IconButton icon="arrow-right" label="Next team member" onClick={() => ask(slider.next)} />
      </Bar>
      <Viewport ref={viewport} className="swiper" tabIndex={0} role="group" aria-label="Team members">
        <ul className="swiper-wrapper">
          {members.map((member) => (
            <li key={member.name} className="swiper-slide">
              <TeamCard member={member} />
            </li>
          ))}
        </ul>
      </Viewport>
      <Thumbs ref={thumbs} className="swiper" hidden={!ready}>
        <ul className="swiper-wrapper">
          {members.map((member, index) => {
            const shown = index >= first && index < first + visible;
            return (
              <li key={member.name} className="swiper-slide">
                <Thumb
                  type="button"
                  aria-label={`Show ${member.name}, ${member.role}`}
                  aria-current={shown ? 'true' : undefined}
                  onClick={() => ask(() => slider.goTo(index))}
                >
                  <Portrait portrait={member.portrait} />
                </Thumb>
              </li>
            );
          })}
        </ul>
      </Thumbs>
    </div>
  );
}

function announcement(members: readonly TeamMember[], first: number, visible: number): string {
  const names = members.slice(first, first + visible).map(({ name }) => name);
  return `Showing ${names.join(', ')}: ${first + 1} to ${first + names.length} of ${members.length}.`;
}
