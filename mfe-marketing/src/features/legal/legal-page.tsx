import { type LegalPage as LegalPageData, longDate } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, type PageProps } from '@isa/contract';
import { Band, Button, Caption, Cluster, Columns, Heading, Icon, media, Prose, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { PageIntro } from '../../shared/page-intro';

const Contents = styled.nav`
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  ol {
    margin-top: ${tokens.space(3)};
    border-top: 1px solid var(--isa-line);
    counter-reset: section;
  }
  a {
    display: grid;
    grid-template-columns: 2rem 1fr;
    align-items: baseline;
    padding-block: ${tokens.space(2)};
    color: var(--isa-text);
    text-decoration: none;
    ${media.touch} {
      padding-block: ${tokens.space(3)};
    }
  }
  a::before {
    counter-increment: section;
    content: counter(section);
    font-family: ${tokens.font.mono};
    font-size: ${tokens.font.size.caption};
    color: var(--isa-muted);
  }
  a:hover {
    color: var(--isa-accent);
    text-decoration: underline;
  }
  ${media.up('lg')} {
    position: sticky;
    top: calc(var(--isa-header-height, 5rem) + ${tokens.space(4)});
    align-self: start;
    max-height: calc(100vh - 8rem);
    overflow-y: auto;
  }
`;

const Sections = styled.div`
  display: grid;
  gap: ${tokens.space(14)};
  counter-reset: section;
`;

const NumberedSection = styled.section`
  display: grid;
  gap: ${tokens.space(4)};
  max-width: ${tokens.measure};
  min-width: 0;
  scroll-margin-top: ${tokens.space(4)};
  h2::before {
    counter-increment: section;
    content: counter(section) '. ';
    color: var(--isa-muted);
  }
`;

export default function LegalPage({ data }: PageProps<{ readonly page: LegalPageData }>) {
  const { slug, title, summary, updatedAt, sections } = data.page;
  return (
    <>
      <PageIntro title={title} description={summary} path={paths.legal(slug)} lead={summary}>
        <Cluster gap={5}>
          <Caption>{`In force since ${longDate(updatedAt)}`}</Caption>
          <Button
            type="button"
            variant="secondary"
            size="small"
            data-isa-scripts-only
            onClick={() => window.print()}
          >
            <Icon name="print" size="1.2em" /> Print
          </Button>
        </Cluster>
      </PageIntro>
      <BelowFirstScreen>
        <Band tone="card">
          <Columns from="lg" widths="17rem 1fr" gap={12} wideGap={tokens.space(20)}>
            <Contents aria-labelledby="contents" data-isa-screen-only>
              <Heading level={2} size="sm" id="contents">
                Contents
              </Heading>
              <ol>
                {sections.map(({ id, heading }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{heading}</a>
                  </li>
                ))}
              </ol>
            </Contents>
            <Sections>
              {sections.map(({ id, heading, html }) => (
                <NumberedSection key={id} id={id}>
                  <Heading level={2} size="md">
                    {heading}
                  </Heading>
                  <Prose html={html} />
                </NumberedSection>
              ))}
            </Sections>
          </Columns>
        </Band>
      </BelowFirstScreen>
    </>
  );
}
