import { academy, type CourseCard, type AcademyProof, type Pence, type TeamMember } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, PageHead, type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Band, Caption, Cluster, Columns, media, Prose, Stack, Text, TextLink, tokens } from '@isa/ui';
import { FounderPortrait } from '@isa/ui/art';
import { styled } from 'styled-components';
import { ProofBand } from '../../shared/proof-band';
import { organization } from '../../shared/structured-data';
import { BlockHead } from './block-head';
import { type BookOffer, BooksBlock } from './books/books-block';
import { CoursesBlock } from './courses/courses-block';
import { Hero } from './hero';
import { promo, PromoVideo } from './promo/promo-video';
import { TeamSlider } from './team/team-slider';
import { UpcomingBlock } from './upcoming-block';
import type { UpcomingRun } from '../../shared/upcoming-run';
import { WhatWeDo } from './what-we-do';

interface HomeData {
  readonly courses: readonly CourseCard[];
  readonly offers: readonly BookOffer[];
  readonly founderProfile: string;
  readonly team: readonly TeamMember[];
  readonly proof: AcademyProof;
  readonly premiumPrice: Pence;
  readonly beingFilmed: boolean;
  readonly upcoming: UpcomingRun | undefined;
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
      <BelowFirstScreen>
        <ProofBand proof={data.proof} sellsByCard tone="card" space="small" />
        <CoursesBlock {...data} />
        <BooksBlock offers={data.offers} />
        <Band tone="card" space="medium">
          <Stack gap={16}>
            <FounderBlurb profile={data.founderProfile} />
            {data.upcoming && <UpcomingBlock run={data.upcoming} />}
          </Stack>
        </Band>
        <WhatWeDo />
        <Band tone="ink" space="medium">
          <Stack gap={16}>
            <PromoBlock />
            <WhoWeAre />
          </Stack>
        </Band>
        <Band space="medium">
          <TeamBlock team={data.team} />
          <ClosingQuote />
        </Band>
      </BelowFirstScreen>
    </>
  );
}

const Quote = styled.figure`
  display: grid;
  gap: ${tokens.space(5)};
  max-width: 56rem;
  margin: ${tokens.space(20)} auto 0;
  text-align: center;
  blockquote {
    font-family: ${tokens.font.serif};
    font-size: ${tokens.font.size.lg};
    font-weight: 440;
    line-height: 1.25;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
`;

function ClosingQuote() {
  return (
    <Quote>
      <blockquote>
        <p>“Luck gets a team through a day. Preparation gets it through an operation.”</p>
      </blockquote>
      <figcaption>
        <Caption as="span" tone="accent">
          The founder
        </Caption>
      </figcaption>
    </Quote>
  );
}

/** His hand on the map and his head, from the portrait that the team's slider shows whole. */
const FounderDetail = styled.div`
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  aspect-ratio: 4 / 3;
  img {
    height: 100%;
    object-fit: cover;
    object-position: 50% 30%;
  }
  ${media.up('md')} {
    aspect-ratio: 4 / 5;
  }
  ${media.up('lg')} {
    aspect-ratio: 4 / 3;
  }
`;

function FounderBlurb({ profile }: { readonly profile: string }) {
  return (
    <Columns
      as="section"
      from="md"
      widths="5fr 7fr"
      gap={8}
      wideGap={tokens.space(16)}
      align="center"
      aria-labelledby="founder"
    >
      <FounderDetail>
        <FounderPortrait />
      </FounderDetail>
      <Stack gap={5}>
        <BlockHead caption="The founder" id="founder" title="Four decades unnoticed" />
        <Text>
          The founder served in the police up to the rank of colonel, led surveillance teams against organised
          crime and then worked as a private detective.
        </Text>
        <Text>
          In the academy he teaches what decided those operations: choose people carefully, rehearse with them
          honestly, and write down what you learn.
        </Text>
        <Cluster gap={7}>
          <TextLink as={Link} to={paths.about} mark="arrow">
            His career history
          </TextLink>
          <TextLink href={profile} target="_blank" rel="noopener noreferrer" mark="external">
            {`Profile on ${academy.network.name}`}
          </TextLink>
        </Cluster>
      </Stack>
    </Columns>
  );
}

/** The film and the text below it have the same columns. */
const filmColumns = { from: 'lg', widths: '5fr 7fr', gap: 8, wideGap: tokens.space(10) } as const;

function PromoBlock() {
  return (
    <Columns as="section" {...filmColumns} aria-labelledby="promo" align="center">
      <BlockHead caption="Film" id="promo" title="The work, in fourteen seconds">
        <Text muted>
          One subject, a team of four and a map. Brass is always the subject, here and in every picture on
          this site. The film is silent and has captions.
        </Text>
      </BlockHead>
      <PromoVideo />
    </Columns>
  );
}

function TeamBlock({ team }: Pick<HomeData, 'team'>) {
  return (
    <Stack as="section" gap={8} aria-labelledby="team">
      <BlockHead id="team" title="Meet the Training Team">
        <Text muted>
          Instructors who still work undercover are shown by their post, without name or face.
        </Text>
      </BlockHead>
      <TeamSlider team={team} />
    </Stack>
  );
}

function WhoWeAre() {
  return (
    <Columns as="section" {...filmColumns} aria-labelledby="who">
      <BlockHead id="who" title="Who Is the Academy" size="lg" />
      <Stack gap={7}>
        <Prose>
          <p>
            The International Surveillance Academy is a school for people who observe, inquire and protect for
            a living. Its courses mix theory and practice and are held at the academy’s headquarters, at the
            client’s site or at a base agreed for the purpose.
          </p>
          <p>
            It holds <strong>ISO 9001 and ISO 27001 accreditation</strong>: its quality management and its
            information security are certified to these standards. It teaches that in surveillance{' '}
            <strong>90% of success is the preparation of the human factor</strong>.
          </p>
          <p>
            For organisations we set up whole departments <strong>in three months</strong>. After a turnover
            of up to 40% of the staff, or up to 25% in the programme for personal protection, the team is
            rebuilt <strong>in two weeks</strong>.
          </p>
        </Prose>
        <div>
          <TextLink as={Link} to={paths.courseCategory('intelligence')} mark="arrow">
            How a department is organised
          </TextLink>
        </div>
      </Stack>
    </Columns>
  );
}
