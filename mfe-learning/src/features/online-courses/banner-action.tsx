import { messages, type Premium } from '@isa/api-contract';
import { paths, useAddToBasket } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Cluster, media, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { shortPounds } from '../../shared/lessons';
import { useAccess } from '../../shared/use-access';

interface BannerActionProps {
  readonly premium: Premium;
  readonly firstLessonId: number;
}

/** The banner's one button: into the basket, to the login page on the way there, or to what is bought already. */
export function BannerAction({ premium, firstLessonId }: BannerActionProps) {
  const { access } = useAccess();
  const addToBasket = useAddToBasket();

  // Who may have paid already is never asked to pay again because the check got no answer.
  if (access === 'granted' || access === 'failed') {
    return (
      <Cluster gap={4}>
        <Button as={Link} to={paths.myCourses} variant="primary">
          Go to my courses
        </Button>
        {access === 'granted' && <span>All lessons are yours.</span>}
      </Cluster>
    );
  }
  return (
    <Cluster gap={4}>
      {access === 'locked' ? (
        <Button variant="primary" onClick={() => addToBasket(premium.id, premium.title, 1)}>
          {messages.lesson.unlock}
        </Button>
      ) : (
        <Button as={Link} to={paths.login(paths.onlineCourses)} variant="primary">
          {messages.lesson.unlock}
        </Button>
      )}
      <AllLessons>All lessons {shortPounds(premium.price)}</AllLessons>
      <TextLink as={Link} to={paths.lesson(firstLessonId)}>
        See the first lesson
      </TextLink>
    </Cluster>
  );
}

const AllLessons = styled.strong`
  font-variant-numeric: tabular-nums;
  margin-right: ${tokens.space(4)};
  /* A line of its own on phones: what fits beside the button would depend on whether the font is there. */
  flex-basis: 100%;
  ${media.up('sm')} {
    flex-basis: auto;
  }
`;
