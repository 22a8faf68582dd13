import { formatPounds, lessonNumber, type Premium } from '@isa/api-contract';
import { Caption, Container, Heading, Lead, media, Section, tokens, Viewfinder } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { styled } from 'styled-components';
import { COURSE_TITLE } from '../../shared/course';
import { formatDuration } from '../../shared/durations';
import { type LessonSummary, topicsOf, totalSeconds } from '../../shared/lessons';
import { BannerAction } from './banner-action';

interface BannerProps {
  readonly lessons: readonly LessonSummary[];
  readonly premium: Premium;
}

/** What is sold, in one look: 33 videos of Basic Covert Surveillance, 24.99 GBP each, 77 for all. */
export function Banner({ lessons, premium }: BannerProps) {
  const [first] = lessons;
  return (
    <Section tone="ink">
      <Container>
        <Columns>
          <Words>
            <Caption tone="accent">Online courses</Caption>
            <Heading level={1} size="display">
              {COURSE_TITLE}
            </Heading>
            <Lead>
              The craft of watching without being seen, taught by people who did it for a living. On film, at
              your own pace, from the first phone call to the last page of the report.
            </Lead>
            {first && (
              <>
                <Facts>
                  <div>
                    <dt>Videos</dt>
                    <dd>{lessons.length} videos</dd>
                  </div>
                  <div>
                    <dt>Running time</dt>
                    <dd>{formatDuration(totalSeconds(lessons))}</dd>
                  </div>
                  <div>
                    <dt>A single lesson</dt>
                    <dd>
                      {formatPounds(first.price)} {first.currency}
                    </dd>
                  </div>
                </Facts>
                <BannerAction premium={premium} firstLessonId={first.id} />
              </>
            )}
          </Words>
          <Picture>
            {topicsOf(lessons).map(
              ({ title, lessons: [opening] }) =>
                opening && <LessonThumbnail key={title} number={lessonNumber(opening.id)} loading="eager" />,
            )}
          </Picture>
        </Columns>
      </Container>
    </Section>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(10)};
  align-items: center;

  ${media.up('lg')} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    gap: ${tokens.space(16)};
  }
`;

const Words = styled.div`
  display: grid;
  gap: ${tokens.space(5)};
  justify-items: start;
`;

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${tokens.space(3)} ${tokens.space(8)};
  dt {
    font-size: ${tokens.font.size.small};
    color: ${tokens.color.muted};
  }

  dd {
    font-family: ${tokens.font.mono};
    font-variant-numeric: tabular-nums;
  }
`;

/** A contact sheet: the opening picture of each topic. */
const Picture = styled(Viewfinder)`
  display: none;

  ${media.up('lg')} {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: ${tokens.space(3)};
  }
`;
