import type { CourseCard } from '@isa/api-contract';
import { PageHead, type PageProps, paths, useHost } from '@isa/contract';
import { organization } from '../../shared/structured-data';
import type { BookOffer } from './books/book-offers';
import { BooksBlock } from './books/books-block';
import { ClosingQuote } from './closing-quote';
import { CoursesBlock } from './courses/courses-block';
import { FounderBlurb } from './founder-blurb';
import { Hero } from './hero';
import { promo } from './promo/promo';
import { PromoBlock } from './promo/promo-block';
import { TeamBlock } from './team/team-block';
import { UpcomingBlock, type UpcomingRun } from './upcoming/upcoming-block';
import { WhatWeDo } from './what-we-do';
import { WhoWeAre } from './who-we-are';

interface HomeData {
  readonly courses: readonly CourseCard[];
  readonly offers: readonly BookOffer[];
  readonly founderProfile: string;
  readonly upcoming: UpcomingRun;
}

/** The blocks of specification §1 in their order; the courses come below the hero. */
export default function HomePage({ data }: PageProps<HomeData>) {
  const { site } = useHost();
  return (
    <>
      <PageHead
        description="Training in covert surveillance, investigations and intelligence for professionals: courses in person, online lessons and handbooks."
        path={paths.home}
        jsonLd={[
          organization(site),
          {
            '@type': 'VideoObject',
            name: promo.title,
            description: promo.description,
            thumbnailUrl: site.origin + promo.poster,
            contentUrl: site.origin + promo.video,
            uploadDate: promo.uploadDate,
            duration: promo.duration,
          },
        ]}
      />
      <Hero />
      <CoursesBlock courses={data.courses} />
      <BooksBlock offers={data.offers} />
      <FounderBlurb profile={data.founderProfile} />
      <UpcomingBlock run={data.upcoming} />
      <WhatWeDo />
      <PromoBlock />
      <WhoWeAre />
      <TeamBlock />
      <ClosingQuote />
    </>
  );
}
