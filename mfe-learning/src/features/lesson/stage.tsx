import { type Lesson, lessonNumber, messages } from '@isa/api-contract';
import { Button, Icon, Spinner, tokens, Viewfinder } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { Frame } from '../../shared/frame';
import type { AccessCheck } from '../../shared/use-access';
import { Trailer } from './trailer';

interface StageProps {
  readonly lesson: Lesson;
  readonly check: AccessCheck;
  /** Drawn once access is granted. */
  readonly children: ReactNode;
}

/** The picture's place, of one size in every state, so that nothing jumps while access is being checked. */
export function Stage({ lesson, check, children }: StageProps) {
  const [trailer, setTrailer] = useState(false);
  if (check.access === 'granted') return <div>{children}</div>;
  const onSale = check.access === 'visitor' || check.access === 'locked';
  if (trailer && onSale) {
    return (
      <Frame>
        <Trailer src={lesson.trailerVideoSrc} title={lesson.title} onClose={() => setTrailer(false)} />
      </Frame>
    );
  }
  return (
    <Frame>
      <LessonThumbnail number={lessonNumber(lesson.id)} loading="eager" />
      <Veil>
        <StageState check={check} />
        {onSale && lesson.trailerVideoSrc && (
          <Button variant="secondary" size="small" type="button" onClick={() => setTrailer(true)}>
            Watch the trailer
          </Button>
        )}
      </Veil>
    </Frame>
  );
}

function StageState({ check }: { readonly check: AccessCheck }) {
  switch (check.access) {
    case 'visitor':
    case 'locked':
      return (
        <Plate>
          <Icon name="lock" size={28} />
          <p>{messages.lesson.locked}</p>
        </Plate>
      );
    case 'failed':
      return (
        <div role="alert">
          <p>We could not check your access. Your connection or our server is having a moment.</p>
          <Button variant="secondary" onClick={check.retry}>
            Try again
          </Button>
        </div>
      );
    case 'checking':
    case 'granted':
    case 'hidden':
      return <Spinner label="Checking your access" />;
  }
}

const Veil = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  background: rgb(13 20 32 / 55%);
  color: #f7f5f0;
  text-align: center;
  font-weight: 600;

  div[role='alert'] {
    display: grid;
    gap: ${tokens.space(4)};
    justify-items: center;
  }
`;

/** Keeps the words apart from the drawing behind them. */
const Plate = styled(Viewfinder)`
  --bracket: 16px;
  display: grid;
  justify-items: center;
  gap: ${tokens.space(2)};
  max-width: 19rem;
  background-color: color-mix(in srgb, ${tokens.color.ink} 86%, transparent);
  line-height: 1.4;
`;
