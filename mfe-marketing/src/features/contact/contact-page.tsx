import { academy, sentAnchors } from '@isa/api-contract';
import { PageHead, paths, useHost } from '@isa/contract';
import { Link, useLocation } from '@isa/contract/router';
import {
  Alert,
  Breadcrumbs,
  Caption,
  Container,
  Heading,
  Icon,
  type IconName,
  Lead,
  media,
  Section,
  Stack,
  TextLink,
  tokens,
} from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { homeCrumb, organization } from '../../shared/structured-data';
import { openingLine } from '../../shared/subject';
import { ContactForm } from './contact-form';

const crumbs = [homeCrumb, { label: 'Contact', to: paths.contact }];

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(16)};
  > * {
    min-width: 0;
  }
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 4fr);
    gap: clamp(${tokens.space(16)}, 8vw, ${tokens.space(28)});
  }
`;

const Sheet = styled.div`
  background: ${tokens.color.card};
  border: 1px solid var(--isa-line);
  border-radius: ${tokens.radiusLarge};
  padding: clamp(${tokens.space(5)}, 4vw, ${tokens.space(12)});
`;

/** Without scripts the form leads here: shown to nobody but whoever it led. */
const Arrived = styled.div`
  display: none;
  margin-bottom: ${tokens.space(8)};
  &:target {
    display: block;
  }
`;

const Details = styled.dl`
  display: grid;
  border-top: 1px solid var(--isa-line);
`;

const Detail = styled.div`
  display: grid;
  grid-template-columns: 2.25rem 1fr;
  align-items: start;
  padding-block: ${tokens.space(5)};
  border-bottom: 1px solid var(--isa-line);
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
`;

function DetailRow({
  icon,
  label,
  children,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <Detail>
      <dt>
        <Icon name={icon} size={20} />
        <Caption as="span">{label}</Caption>
      </dt>
      <dd>{children}</dd>
    </Detail>
  );
}

/** The form beside address, phone and e-mail (specification §2). */
export default function ContactPage() {
  const { site } = useHost();
  const { street, city, postcode, country } = academy.address;
  return (
    <>
      <PageHead
        title="Contact"
        description="Write to the academy, call us or visit headquarters: applications, dates, consultancy and customer support."
        path={paths.contact}
        jsonLd={[organization(site)]}
        crumbs={crumbs}
      />
      <Section space="small">
        <Container>
          <Stack gap={12}>
            <Stack gap={4}>
              <Breadcrumbs items={crumbs} linkAs={Link} />
              <Heading level={1} size="lg">
                Contact the academy
              </Heading>
              <Lead>
                Apply for a course, ask for dates, or tell us what your team should be able to do. A person
                answers, within two working days.
              </Lead>
            </Stack>
            <Columns>
              <Sheet>
                <Arrived id={sentAnchors.contact}>
                  <Alert tone="success" title="Thank you, your message has arrived.">
                    We answer within two working days, to the address that you gave.
                  </Alert>
                </Arrived>
                <ContactForm opening={openingLine(useLocation().state)} />
              </Sheet>
              <Stack gap={6}>
                <Heading level={2} size="md">
                  Headquarters
                </Heading>
                <Details>
                  <DetailRow icon="pin" label="Address">
                    <address>
                      {street}
                      <br />
                      {city} {postcode}
                      <br />
                      {country}
                    </address>
                  </DetailRow>
                  <DetailRow icon="phone" label="Phone">
                    <TextLink href={academy.phone.href}>{academy.phone.display}</TextLink>
                  </DetailRow>
                  <DetailRow icon="mail" label="E-mail">
                    <TextLink href={`mailto:${academy.email}`}>{academy.email}</TextLink>
                  </DetailRow>
                  <DetailRow icon="clock" label="Office hours">
                    {academy.hours}
                  </DetailRow>
                </Details>
              </Stack>
            </Columns>
          </Stack>
        </Container>
      </Section>
    </>
  );
}
