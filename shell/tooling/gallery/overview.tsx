import { Heading, Text, tokens } from '@isa/ui';
import { useState } from 'react';
import styled from 'styled-components';

/** Widths of a phone and of a desktop, in CSS pixels. */
const WIDTHS = [375, 1440] as const;

const Screen = styled.div`
  display: grid;
  grid-template-columns: 280px minmax(0, 1fr);
  height: 100vh;
`;

const List = styled.nav`
  overflow-y: auto;
  padding: 24px;
  border-right: 1px solid ${tokens.color.line};

  a {
    display: block;
    padding: 4px 8px;
    font-size: ${tokens.font.size.small};
  }

  a[aria-current] {
    background: ${tokens.color.ink};
    color: ${tokens.color.paper};
  }
`;

const Frames = styled.main`
  display: flex;
  gap: 24px;
  overflow: auto;
  padding: 24px;

  iframe {
    flex: none;
    height: calc(100vh - 48px);
    border: 1px solid ${tokens.color.line};
    background: ${tokens.color.card};
  }
`;

interface OverviewProps {
  /** The names of the states by feature. */
  readonly features: Readonly<Record<string, readonly string[]>>;
}

/** The list of all states, and the chosen one at both widths. The fragment of the address keeps the choice. */
export function Overview({ features }: OverviewProps) {
  const all = Object.entries(features).flatMap(([feature, stories]) =>
    stories.map((story) => new URLSearchParams({ feature, story }).toString()),
  );
  const [chosen, setChosen] = useState(window.location.hash.slice(1) || all[0]);
  return (
    <Screen>
      <title>Gallery</title>
      <List aria-label="States">
        <Heading level={1} size="sm">
          Gallery
        </Heading>
        {Object.entries(features).map(([feature, stories]) => (
          <section key={feature}>
            <Text as="h2" size="small" muted>
              {feature}
            </Text>
            {stories.map((story) => {
              const address = new URLSearchParams({ feature, story }).toString();
              return (
                <a
                  key={story}
                  href={`#${address}`}
                  aria-current={address === chosen ? 'true' : undefined}
                  onClick={() => setChosen(address)}
                >
                  {story}
                </a>
              );
            })}
          </section>
        ))}
      </List>
      <Frames>
        {WIDTHS.map((width) => (
          <iframe key={width} title={`${width} px`} width={width} src={`/?${chosen}`} />
        ))}
      </Frames>
    </Screen>
  );
}
