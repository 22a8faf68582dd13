import { lessonNumber } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import { Button, Caption, Cluster, Heading } from '@isa/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { styled } from 'styled-components';
import { AUTOPLAY } from '../../../shared/autoplay';
import type { LessonEntry } from '../../../shared/lessons';
import { Cover } from './cover';

/** Seconds until the next lesson starts automatically. */
const COUNTDOWN = 8;

interface UpNextProps {
  readonly next: LessonEntry | undefined;
  readonly onReplay: () => void;
}

/** Shown at the end: the next lesson with a countdown that can be stopped. */
export function UpNext({ next, onReplay }: UpNextProps) {
  return (
    <DarkCover>
      {next ? (
        <NextLesson next={next} onReplay={onReplay} />
      ) : (
        <>
          <Heading level={2} size="md">
            That was the last lesson
          </Heading>
          <Cluster gap={3} justify="center">
            <Button as={Link} to={paths.myCourses}>
              My courses
            </Button>
            <Button variant="secondary" type="button" onClick={onReplay}>
              Watch again
            </Button>
          </Cluster>
        </>
      )}
    </DarkCover>
  );
}

function NextLesson({ next, onReplay }: { readonly next: LessonEntry; readonly onReplay: () => void }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(COUNTDOWN);
  const [counting, setCounting] = useState(true);
  const openNext = () => void navigate(paths.lesson(next.id), { state: AUTOPLAY });
  const openAutomatically = useEffectEvent(openNext);
  const due = counting && left === 0;

  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => {
      // The countdown pauses while the page is hidden.
      if (document.visibilityState === 'visible') setLeft((seconds) => Math.max(0, seconds - 1));
    }, 1000);
    return () => clearInterval(timer);
  }, [counting]);

  useEffect(() => {
    if (due) openAutomatically();
  }, [due]);

  return (
    <>
      <Caption tone="accent">
        {counting ? `Next lesson in ${left} s` : `Next: lesson ${lessonNumber(next.id)}`}
      </Caption>
      <Heading level={2} size="md">
        {next.title}
      </Heading>
      <Cluster gap={3} justify="center">
        <Button type="button" onClick={openNext}>
          Play now
        </Button>
        {counting && (
          <Button variant="secondary" type="button" onClick={() => setCounting(false)}>
            Stop
          </Button>
        )}
        <Button variant="quiet" type="button" onClick={onReplay}>
          Watch again
        </Button>
      </Cluster>
    </>
  );
}

const DarkCover = styled(Cover)`
  background: rgb(13 20 32 / 90%);
`;
