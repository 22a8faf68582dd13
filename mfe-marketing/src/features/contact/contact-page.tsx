import { addressLabel, sentAnchors, telephoneLink } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { PageHead, useHost } from '@isa/contract';
import { useLocation } from '@isa/contract/router';
import {
  Alert,
  Band,
  Caption,
  Card,
  Columns,
  EmailAddress,
  Heading,
  Icon,
  type IconName,
  media,
  Stack,
  TextLink,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { askedSubject } from '../../shared/enquiry-subject';
import { NextSteps } from '../../shared/next-steps';
import { homeCrumb, organization } from '../../shared/structured-data';
import { ContactForm } from './contact-form';

interface IconTermProps {
  readonly icon: IconName;
  readonly term: string;
  readonly children: ReactNode;
}

function IconTerm({ icon, term, children }: IconTermProps) {
  return (
    <div>
      <dt>
        <Icon name={icon} size={20} />
        <Caption as="span">{term}</Caption>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

const wideGap = `clamp(${tokens.space(16)}, 8vw, ${tokens.space(28)})`;
const crumbs = [homeCrumb, { label: 'Contact', to: paths.contact }];

const FORM = paths.contactForm.split('#')[1];

const Sheet = styled(Card)`
  padding: clamp(${tokens.space(5)}, 4vw, ${tokens.space(12)});
`;

/** A confirmation that is shown only as the target of the form post without scripts. */
const SentNotice = styled.div`
  display: none;
  margin-bottom: ${tokens.space(8)};
  &:target {
    display: block;
  }
`;

/** The map and the details below it; on tablets alongside each other. */
const Aside = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
  ${media.up('md')} {
    grid-template-columns: minmax(0, 4fr) minmax(0, 5fr);
    gap: ${tokens.space(10)};
    align-items: start;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${tokens.space(6)};
  }
`;

const Map = styled.div`
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
`;

const Details = styled.dl`
  display: grid;
  border-top: 1px solid var(--isa-line);
  > div {
    display: grid;
    grid-template-columns: 2.25rem 1fr;
    align-items: start;
    padding-block: ${tokens.space(5)};
    border-bottom: 1px solid var(--isa-line);
  }
  dt {
    display: contents;
  }
  svg {
    margin-top: 0.1em;
    color: var(--isa-accent);
  }
  dd {
    grid-column: 2;
    margin-top: ${tokens.space(1)};
    overflow-wrap: anywhere;
  }
  address {
    white-space: pre-line;
  }
`;

export default function ContactPage() {
  const asked = askedSubject(useLocation().state);
  const { site } = useHost();
  const { address, email, hours, phone } = site.contact;
  return (
    <>
      <PageHead
        title="Contact"
        description="Write to the academy, call us or visit headquarters: applications, dates, consultancy and customer support."
        path={paths.contact}
        jsonLd={[organization(site)]}
        crumbs={crumbs}
      />
      <Band space="small">
        {/* The heading is hidden, because the header's picture has the visible title. */}
        <VisuallyHidden as="h1" tabIndex={-1}>
          Contact the academy
        </VisuallyHidden>
        <Columns from="lg" widths="7fr 4fr" gap={16} wideGap={wideGap} align="start">
          <Sheet id={FORM}>
            <SentNotice id={sentAnchors.contact}>
              <Alert tone="success" title="Thank you, your message has arrived.">
                We will reply within two working days to the address you gave.
              </Alert>
            </SentNotice>
            <ContactForm {...asked} />
          </Sheet>
          <Aside>
            <Map>
              <PageArt name="contact" />
            </Map>
            <Stack gap={6}>
              <Heading level={2} size="md">
                Headquarters
              </Heading>
              <Details>
                <IconTerm icon="pin" term="Address">
                  <address>{addressLabel(address)}</address>
                </IconTerm>
                <IconTerm icon="phone" term="Phone">
                  <TextLink href={telephoneLink(phone)}>{phone}</TextLink>
                </IconTerm>
                <IconTerm icon="mail" term="Email">
                  <TextLink href={`mailto:${email}`}>
                    <EmailAddress>{email}</EmailAddress>
                  </TextLink>
                </IconTerm>
                <IconTerm icon="clock" term="Office hours">
                  {hours}
                </IconTerm>
              </Details>
            </Stack>
          </Aside>
        </Columns>
      </Band>
      <Band tone="card" space="small">
        <NextSteps of={asked.course === undefined ? 'message' : 'quote'} row />
      </Band>
    </>
  );
}
