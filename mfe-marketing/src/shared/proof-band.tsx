import type { AcademyProof, ContactDetails } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
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
  margin-bottom: ${tokens.space(4)};
`;

const Facts = styled.dl`
  display: grid;
  border-top: 1px solid var(--isa-line-strong);
  > div {
    display: grid;
    grid-template-columns: 1.75rem minmax(0, 7.5rem) minmax(40%, 1fr);
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
    white-space: pre-line;
  }
  ${media.up('md')} {
    grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
    column-gap: ${tokens.space(5)};
    > div {
      grid-template-columns: 1.75rem 1fr;
      align-content: start;
      padding-block: ${tokens.space(4)};
    }
    dd {
      grid-column: 2;
    }
  }
  ${media.up('lg')} {
    grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr));
  }
`;

/** What staff have not entered. */
const OnRequest = styled.p`
  color: var(--isa-muted);
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  margin-top: ${tokens.space(5)};
`;

/** `Certificate 123, issued by A. Scope: b`, as far as it is known. */
function certificate(number: string | null, body: string | null, scope: string | null): string | null {
  if (number === null) return null;
  return `Certificate ${number}${body === null ? '' : `, issued by ${body}`}.${scope === null ? '' : ` Scope: ${scope}.`}`;
}

interface Fact {
  readonly icon: IconName;
  readonly term: string;
  /** Null when staff have not entered it. */
  readonly text: string | null;
}

const list = new Intl.ListFormat('en-GB');

/** A term inside of a sentence: "Insurance" begins with a small letter there, and "VAT" does not. */
function inSentence(term: string): string {
  return inOneLine(term.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
}

/** A number stays in one line with what it belongs to: `ISO 9001`, and the groups of a telephone number. */
function inOneLine(text: string): string {
  return text.replaceAll(/ (?=\d)/g, '\u00A0');
}

const card: Fact = {
  icon: 'shield',
  term: 'Who holds your card',
  text: 'PayPal. Card numbers never reach us, and refunds go back the same way.',
};

/** The facts of the settings first, which every site has. */
function factsOf(proof: AcademyProof, { address, hours, legalName, phone }: ContactDetails): readonly Fact[] {
  const { companyNumber } = proof;
  return [
    { icon: 'pin', term: 'Who you buy from', text: `${legalName}\n${address}` },
    { icon: 'phone', term: 'Who answers', text: `Our office, ${inOneLine(phone)}. ${hours}.` },
    {
      icon: 'shield',
      term: 'ISO 9001 certificate',
      text: certificate(proof.qualityNumber, proof.qualityBody, proof.qualityScope),
    },
    {
      icon: 'lock',
      term: 'ISO 27001 certificate',
      text: certificate(proof.securityNumber, proof.securityBody, proof.securityScope),
    },
    {
      icon: 'file',
      term: 'Company number',
      text: companyNumber && `${legalName}, number ${companyNumber}`,
    },
    { icon: 'file', term: 'VAT number', text: proof.vatNumber },
    { icon: 'check', term: 'Insurance', text: proof.insurance },
    { icon: 'user', term: 'Vetting of staff', text: proof.vetting },
    { icon: 'key', term: 'Handling of data', text: proof.dataHandling },
    { icon: 'mail', term: 'References', text: proof.references },
  ];
}

interface ProofBandProps extends Pick<ComponentProps<typeof Band>, 'tone' | 'space'> {
  readonly proof: AcademyProof;
  /** Whether the page leads to the shop, where customers pay by card. */
  readonly sellsByCard?: boolean;
}

/** What a wary buyer checks before buying. Staff enter the facts at the office. */
export function ProofBand({ proof, sellsByCard = false, ...band }: ProofBandProps) {
  const facts = factsOf(proof, useHost().site.contact);
  const known = [...facts.filter(({ text }) => text !== null), ...(sellsByCard ? [card] : [])];
  const missing = facts.filter(({ text }) => text === null);
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
        {known.map(({ icon, term, text }) => (
          <div key={term}>
            <Icon name={icon} size={18} />
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </Facts>
      {missing.length > 0 && (
        <OnRequest>{`Available on request: ${list.format(missing.map(({ term }) => inSentence(term)))}.`}</OnRequest>
      )}
    </Band>
  );
}
