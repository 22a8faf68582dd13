import { academy, type AcademyProof } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Band, Heading, Icon, type IconName, media, TextLink, tokens } from '@isa/ui';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';
import { enquiryAbout } from './enquiry-subject';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${tokens.space(2)} ${tokens.space(8)};
  margin-bottom: ${tokens.space(5)};
`;

const Facts = styled.dl`
  display: grid;
  border-top: 1px solid var(--isa-line-strong);
  > div {
    display: grid;
    grid-template-columns: 1.75rem 7.5rem 1fr;
    gap: ${tokens.space(1)} 0;
    padding-block: ${tokens.space(3)};
    border-bottom: 1px solid var(--isa-line);
    font-size: ${tokens.font.size.small};
    line-height: 1.45;
  }
  svg {
    color: var(--isa-accent);
  }
  dt {
    font-weight: 600;
  }
  dd {
    color: var(--isa-muted);
    overflow-wrap: anywhere;
  }
  ${media.up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: ${tokens.space(8)};
  }
  ${media.up('lg')} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    > div {
      grid-template-columns: 1.75rem 1fr;
      align-content: start;
      padding-block: ${tokens.space(4)};
    }
    > div:nth-last-child(-n + 4) {
      border-bottom: 0;
    }
    dd {
      grid-column: 2;
    }
  }
`;

const REQUEST = 'Available on request';

/** `Certificate 123, issued by A. Scope: b`, as far as it is known. */
function certificate(number: string | null, body: string | null, scope: string | null): string {
  if (number === null && body === null && scope === null) {
    return 'Certificate number, body and scope available on request';
  }
  const issued = body === null ? 'body available on request' : `issued by ${body}`;
  return `Certificate ${number ?? 'available on request'}, ${issued}. Scope: ${scope ?? 'available on request'}.`;
}

function factsOf(proof: AcademyProof): readonly (readonly [icon: IconName, term: string, text: string])[] {
  return [
    ['shield', 'ISO 9001', certificate(proof.qualityNumber, proof.qualityBody, proof.qualityScope)],
    ['lock', 'ISO 27001', certificate(proof.securityNumber, proof.securityBody, proof.securityScope)],
    [
      'file',
      'Company',
      `${academy.legalName}, number ${(proof.companyNumber ?? REQUEST).replace(/^A/, 'a')}`,
    ],
    ['file', 'VAT number', proof.vatNumber ?? REQUEST],
    ['check', 'Insurance', proof.insurance ?? REQUEST],
    ['user', 'Vetting of staff', proof.vetting ?? REQUEST],
    ['key', 'Handling of data', proof.dataHandling ?? REQUEST],
    ['mail', 'References', proof.references ?? REQUEST],
  ];
}

interface ProofBandProps extends Pick<ComponentProps<typeof Band>, 'tone' | 'space'> {
  readonly proof: AcademyProof;
}

/** What a wary buyer checks before buying. Staff enter the facts at the office. */
export function ProofBand({ proof, ...band }: ProofBandProps) {
  return (
    <Band {...band} aria-labelledby="proof">
      <Head>
        <Heading level={2} size="sm" id="proof">
          Check us before you buy
        </Heading>
        <TextLink
          as={Link}
          to={paths.contactForm}
          state={enquiryAbout('Certificates, insurance and references')}
          mark="arrow"
        >
          Ask for the documents
        </TextLink>
      </Head>
      <Facts>
        {factsOf(proof).map(([icon, term, text]) => (
          <div key={term}>
            <Icon name={icon} size={18} />
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Facts>
    </Band>
  );
}
