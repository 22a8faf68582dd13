import { formatPounds, lessonNumber, type Premium } from '@isa/api-contract';
import { Band, Caption, Columns, Heading, Lead, media, Stack, tokens, Viewfinder } from '@isa/ui';
import { LessonThumbnail } from '@isa/ui/art';
import { styled } from 'styled-components';
import { formatDuration } from '../../shared/durations';
import { COURSE_TITLE, type LessonSummary, topicsOf, totalSeconds } from '../../shared/lessons';
import { BannerAction } from './banner-action';

interface BannerProps {
  readonly lessons: readonly LessonSummary[];
  readonly premium: Premium;
}

export function Banner({ lessons, premium }: BannerProps) {
  const [first] = lessons;
  return (
    <Band tone="ink">
      <Columns from="lg" widths="7fr 5fr" gap={10} wideGap={tokens.space(16)} align="center">
        <Stack gap={5} align="start">
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
                {facts(lessons, first).map(([term, value]) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </Facts>
              <BannerAction premium={premium} firstLessonId={first.id} />
            </>
          )}
        </Stack>
        <TopicThumbnails>
          {topicsOf(lessons).map(
            ({ title, lessons: [firstOfTopic] }) =>
              firstOfTopic && (
                <LessonThumbnail key={title} number={lessonNumber(firstOfTopic.id)} loading="eager" />
              ),
          )}
        </TopicThumbnails>
      </Columns>
    </Band>
  );
}

function facts(lessons: readonly LessonSummary[], { price, currency }: LessonSummary) {
  return [
    ['Videos', `${lessons.length} videos`],
    ['Running time', formatDuration(totalSeconds(lessons))],
    ['A single lesson', `${formatPounds(price)} ${currency}`],
  ] as const;
}

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

/** The thumbnail of each topic's first lesson. */
const TopicThumbnails = styled(Viewfinder)`
  display: none;

  ${media.up('lg')} {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: ${tokens.space(3)};
  }
`;
