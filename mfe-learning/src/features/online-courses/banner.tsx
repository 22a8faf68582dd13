import { formatPounds, messages, type Premium } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useAddToBasket } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Caption,
  Cluster,
  Container,
  Heading,
  Lead,
  media,
  Section,
  slantedEdge,
  Stack,
  Text,
  TextLink,
  tokens,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { areBeingFilmed, COURSE_TITLE, lengths, shortPounds } from '../../shared/lessons';
import type { OnlineCourses } from '../../shared/load-courses';
import { OfferPrice, Price, PRICE_SIZE } from '../../shared/offer-price';
import type { Access } from '../../shared/use-access';
import { Watchable } from '../../shared/watchable';

interface UnlockActionProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  readonly access: Access;
  readonly premium: Premium;
  readonly children: ReactNode;
}

/** Adds premium access to the basket; visitors create an account first. */
export function UnlockAction({ access, premium, children, ...appearance }: UnlockActionProps) {
  const addToBasket = useAddToBasket();
  return access === 'locked' ? (
    <Button {...appearance} onClick={() => addToBasket(premium.id, premium.title, 1)}>
      {children}
    </Button>
  ) : (
    <Button {...appearance} as={Link} to={paths.register(paths.onlineCourses)}>
      {children}
    </Button>
  );
}

/** What the button of the offer says. Its price is hidden from owners, like every other. */
export function OfferLabel({
  premium,
  lessons,
  access,
}: Pick<UnlockActionProps, 'premium' | 'access'> & Pick<OnlineCourses, 'lessons'>) {
  if (!areBeingFilmed(lessons)) return messages.lesson.unlock;
  return (
    <span>
      {'Pre-order the course, '}
      <Price $access={access}>{shortPounds(premium.price)}</Price>
    </span>
  );
}

interface BannerProps extends OnlineCourses {
  readonly access: Access;
  readonly action: RefObject<HTMLDivElement | null>;
}

export function Banner({ lessons, allHavePreviews, premium, access, action }: BannerProps) {
  const [first] = lessons;
  return (
    <Root tone="ink">
      <Container>
        <Stack gap={5} align="start">
          <Caption tone="accent">Online courses</Caption>
          <Heading level={1} size="display">
            {COURSE_TITLE}
          </Heading>
          <Lead>
            The craft of watching without being seen, taught by people who did it for a living: at your own
            pace, from the first phone call to the last page of the report.
          </Lead>
          {first && (
            <>
              {isForSale(access) ? (
                <OfferPrice premium={premium} count={lessons.length} access={access} />
              ) : (
                <Owned>{access === 'granted' && 'All lessons are yours.'}</Owned>
              )}
              <div ref={action}>
                {isForSale(access) ? (
                  <Cluster gap={5}>
                    <UnlockAction access={access} premium={premium} size="large">
                      <OfferLabel premium={premium} lessons={lessons} access={access} />
                    </UnlockAction>
                    <TextLink as={Link} to={paths.lesson(first.id)}>
                      {allHavePreviews ? 'Watch a preview' : 'See the first lesson'}
                    </TextLink>
                  </Cluster>
                ) : (
                  <Button as={Link} to={paths.myCourses} size="large">
                    Go to my courses
                  </Button>
                )}
              </div>
              <div>
                {isForSale(access) && (
                  <Facts>
                    <span>{`${lessons.length} videos`}</span>
                    <span>{`, ${lengths(lessons)} each. `}</span>
                    <Price $access={access}>
                      {`Listed at ${formatPounds(first.price)}, sold only together.`}
                    </Price>
                  </Facts>
                )}
                {access === 'granted' && areBeingFilmed(lessons) ? (
                  <Text size="small" muted>
                    Each lesson opens as soon as it is filmed.
                  </Text>
                ) : (
                  // Last, because the fallback font breaks it into fewer lines.
                  <Watchable lessons={lessons} />
                )}
              </div>
            </>
          )}
        </Stack>
      </Container>
      <Picture>
        <PageArt name="study" loading="eager" />
      </Picture>
    </Root>
  );
}

/** After a failed check the customer may have paid already, so nothing is sold. */
export function isForSale(access: Access): boolean {
  return access !== 'granted' && access !== 'failed';
}

/** A notice that is as high as the price, so that there is no layout shift when the access is known. */
const Owned = styled.p`
  min-height: ${PRICE_SIZE};
  font-size: ${tokens.font.size.md};
`;

const Facts = styled.p`
  font-size: ${tokens.font.size.small};
  font-variant-numeric: tabular-nums;
`;

/** The picture fills the right half of a wide window, and ends the banner on narrow ones. */
const Root = styled(Section)`
  isolation: isolate;
  ${media.down('lg')} {
    padding-bottom: 0;
  }
  ${media.up('lg')} {
    > :first-child > * {
      max-width: 48%;
    }
  }
`;

const Picture = styled.div`
  aspect-ratio: 16 / 9;
  margin-top: ${tokens.space(10)};
  img {
    height: 100%;
    object-fit: cover;
    object-position: 65%;
  }
  ${media.up('lg')} {
    position: absolute;
    z-index: -1;
    inset: 0 0 0 50%;
    margin: 0;
    aspect-ratio: auto;
    ${slantedEdge}
  }
`;
