import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Caption, Cluster, Container, surface, Heading, Lead, media, tokens } from '@isa/ui';
import { HeroArt } from '@isa/ui/art';
import { styled } from 'styled-components';

/** The first section, whose top edge the transparent header covers. */
const Root = styled.section`
  ${surface('ink')}
  position: relative;
  isolation: isolate;
  display: grid;
  ${media.up('lg')} {
    grid-template-rows: 1fr auto;
    gap: ${tokens.space(8)};
    min-height: min(100svh, 46rem);
  }
  padding-top: calc(var(--isa-header-height, 4rem) + ${tokens.space(8)});
  padding-bottom: ${tokens.space(10)};
  overflow: clip;
`;

const Centred = styled(Container)`
  align-self: center;
`;

/** On narrow screens the map is a band of its own between text and facts; on wide ones it lies behind them. */
const Map = styled.div`
  position: relative;
  overflow: clip;
  aspect-ratio: 3 / 2;
  max-height: 20rem;
  width: 100%;
  margin-block: ${tokens.space(8)};
  border-block: 1px solid var(--isa-line);
  img {
    height: 100%;
    object-fit: cover;
    object-position: 80% 50%;
    /* The town is in the right half of the sheet. */
    scale: 1.35;
    transform-origin: 88% 42%;
  }
  ${media.up('lg')} {
    position: absolute;
    inset: 0;
    z-index: -1;
    aspect-ratio: auto;
    max-height: none;
    margin: 0;
    border: 0;
    img {
      object-position: 70% 50%;
      /* The route begins alongside the text. */
      scale: 0.8;
      transform-origin: 100% 40%;
    }
    /* The map fades to ink behind the text. */
    &::after {
      content: '';
      position: absolute;
      inset: 0;
      background:
        linear-gradient(90deg, ${tokens.color.ink} 8%, rgb(13 20 32 / 78%) 42%, rgb(13 20 32 / 0%) 78%),
        linear-gradient(180deg, rgb(13 20 32 / 60%), transparent 22%, transparent 74%, ${tokens.color.ink});
    }
  }
  ${media.up('xl')} {
    img {
      scale: none;
    }
  }
`;

const Introduction = styled.div`
  ${media.up('lg')} {
    max-width: 38rem;
  }
  ${media.up('xl')} {
    max-width: 46rem;
  }
  display: grid;
  gap: ${tokens.space(6)};
  align-content: center;
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${tokens.space(5)} ${tokens.space(6)};
  ${media.up('lg')} {
    padding-top: ${tokens.space(6)};
    border-top: 1px solid var(--isa-line);
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    gap: ${tokens.space(1)};
  }
  dd {
    font-family: ${tokens.font.mono};
    font-size: clamp(1.125rem, 0.9rem + 0.9vw, 1.5rem);
    line-height: 1.25;
    letter-spacing: -0.03em;
    color: var(--isa-accent);
  }
  dt {
    font-size: ${tokens.font.size.small};
    line-height: 1.4;
    color: var(--isa-muted);
  }
`;

/** The claims of specification §1. */
const facts = [
  { figure: '90%', text: 'of success is the preparation of the human factor' },
  { figure: '3 months', text: 'to organise a working department' },
  { figure: '2 weeks', text: 'to rebuild a team after people leave' },
  { figure: 'ISO 9001/27001', text: 'certified for quality and information security' },
] as const;

export function Hero() {
  return (
    <Root>
      <Centred>
        <Introduction>
          <Caption tone="accent">International Surveillance Academy</Caption>
          <Heading level={1} size="display">
            Covert surveillance, taught where it happens
          </Heading>
          <Lead>
            Training in surveillance, investigations and intelligence for police, corporate security and close
            protection, and for the people who lead them.
          </Lead>
          <Cluster gap={3}>
            <Button as={Link} to={paths.allTrainingCourses} size="large">
              All training courses
            </Button>
            <Button as={Link} to={paths.latestCourses} size="large" variant="secondary">
              Latest courses
            </Button>
          </Cluster>
        </Introduction>
      </Centred>
      <Map>
        <HeroArt />
      </Map>
      <Container>
        <Facts>
          {facts.map(({ figure, text }) => (
            <div key={figure}>
              <dt>{text}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </Facts>
      </Container>
    </Root>
  );
}
