import type { CourseCard as CourseCardData } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Heading, type HeadingLevel, Icon, media, tokens } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { linkedCard, stretchedLink } from '../../shared/stretched-link';

const Root = styled.article`
  ${linkedCard}
  display: grid;
  grid-template-rows: auto 1fr;
  height: 100%;
  overflow: clip;
`;

const Picture = styled.div`
  position: relative;
  overflow: clip;
  background: ${tokens.color.ink};
`;

/** Lies over the picture's foot; rises on hover and focus where there is a pointer that hovers. */
const ReadMore = styled.span`
  position: absolute;
  inset: auto 0 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: ${tokens.space(3)} ${tokens.space(5)};
  background: color-mix(in srgb, ${tokens.color.ink} 88%, transparent);
  color: ${tokens.color.brassLight};
  font-weight: 600;
  font-size: ${tokens.font.size.small};
  transition: transform ${tokens.motion};
  ${media.hover} {
    transform: translateY(101%);
    ${Root}:hover &,
    ${Root}:focus-within & {
      transform: none;
    }
  }
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(6)};
`;

/** The name is the link, and its target covers the whole card. */
const Name = styled(Link)`
  ${stretchedLink}
`;

const Summary = styled.p`
  color: var(--isa-muted);
  font-size: 1rem;
  line-height: 1.55;
  text-wrap: pretty;
`;

/** A course as a card (specification §2): picture, name, link and the "Read More" caption. */
export function CourseCard({
  course,
  level = 2,
}: {
  readonly course: CourseCardData;
  readonly level?: HeadingLevel;
}) {
  return (
    <Root>
      <Picture>
        <CourseArt slug={course.slug} />
        <ReadMore aria-hidden="true">
          Read More <Icon name="arrow-right" size={18} />
        </ReadMore>
      </Picture>
      <Words>
        <Heading level={level} size="md">
          <Name to={course.link}>{course.name}</Name>
        </Heading>
        <Summary>{course.summary}</Summary>
      </Words>
    </Root>
  );
}
