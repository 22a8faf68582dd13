import type { CourseCard as CourseCardData } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Heading, Icon, media, tokens } from '@isa/ui';
import { CourseArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CardBody, CardLink, CardSummary, PictureCard } from '../card';
import { CourseFacts } from './course-facts';

const Picture = styled.div`
  position: relative;
  overflow: clip;
  background: ${tokens.color.ink};
`;

/** Over the picture's lower edge; with a mouse it appears on hover and focus. */
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
    ${PictureCard}:hover &,
    ${PictureCard}:focus-within & {
      transform: none;
    }
  }
`;

/** Facts at the bottom, so that they align across the cards of a row. */
const Body = styled(CardBody)`
  align-content: stretch;
  grid-template-rows: auto 1fr auto;
`;

/** A course with its audience and duration. */
export function CourseCard({ course }: { readonly course: CourseCardData }) {
  return (
    <PictureCard as="article" interactive>
      <Picture>
        <CourseArt slug={course.slug} />
        <ReadMore aria-hidden="true">
          Read More <Icon name="arrow-right" size={18} />
        </ReadMore>
      </Picture>
      <Body>
        <Heading level={3} size="md">
          <CardLink as={Link} to={course.link}>
            {course.name}
          </CardLink>
        </Heading>
        <CardSummary>{course.summary}</CardSummary>
        <CourseFacts facts={course.facts} shown={['audience', 'duration']} />
      </Body>
    </PictureCard>
  );
}
