import { tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** A list of buttons, each with its time in the video. */
export const TimedList = styled.ol`
  min-height: 0;
  overflow-y: auto;

  button {
    display: grid;
    grid-template-columns: 3.5rem 1fr;
    width: 100%;
    padding: ${tokens.space(3)} ${tokens.space(4)};
    border: 0;
    background: none;
    font-size: ${tokens.font.size.small};
    text-align: left;
  }

  button:hover {
    background: color-mix(in srgb, ${tokens.color.accent} 10%, transparent);
  }

  button[aria-current] {
    box-shadow: inset 3px 0 0 ${tokens.color.accent};
  }

  time {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: 0.8125rem;
  }
`;
