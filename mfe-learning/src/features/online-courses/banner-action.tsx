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

/** Adds premium access to the basket, or links to the login page or to the purchased courses. */
export function BannerAction({ premium, firstLessonId }: BannerActionProps) {
  const { access } = useAccess();
  const addToBasket = useAddToBasket();

  // After a failed check the customer may have paid already, so nothing is sold.
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
  /* On a separate line on phones, because the width depends on the font, which may still be loading. */
  flex-basis: 100%;
  ${media.up('sm')} {
    flex-basis: auto;
  }
`;
