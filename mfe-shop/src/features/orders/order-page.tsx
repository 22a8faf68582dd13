import { calls } from '@isa/api-contract';
import { PageHead, paths, useHost, useRequest, useSession } from '@isa/contract';
import { Link, useParams } from '@isa/contract/router';
import {
  Breadcrumbs,
  Button,
  Cluster,
  Container,
  EmptyState,
  Heading,
  Section,
  Skeleton,
  Stack,
} from '@isa/ui';
import { RetryAlert } from '../../shared/retry-alert';
import { hasPremium } from './order-words';
import { PrintButton } from './print-button';
import { Receipt } from './receipt';

/** One order behind its signed link: for guests from the mail, for customers from their history. */
export default function OrderPage() {
  const { link = '' } = useParams();
  const signedIn = useSession(({ status }) => status === 'in');
  const trail = [
    { label: 'Home', to: paths.home },
    signedIn ? { label: 'My orders', to: paths.myOrders } : { label: 'Orders' },
    { label: 'Receipt' },
  ];
  return (
    <Section space="small">
      {/* The address is a secret of its owner: the canonical one names no order. */}
      <PageHead title="Your order" description="The receipt of an order." path={paths.myOrders} noIndex />
      <Container width="text">
        <Stack gap={6}>
          <Breadcrumbs items={trail} linkAs={Link} />
          <Heading level={1}>Your order</Heading>
          <Order link={link} />
        </Stack>
      </Container>
    </Section>
  );
}

function Order({ link }: { readonly link: string }) {
  const { api } = useHost();
  const { data, error, retry } = useRequest(link, (signal) =>
    api(calls.readOrderByLink, { params: { link } }, { signal }),
  );

  if (data) {
    return (
      <>
        <Receipt order={data.order} />
        <Cluster gap={3}>
          {hasPremium(data.order.lines) && data.order.status === 'captured' && (
            <Button as={Link} to={paths.myCourses}>
              Start learning
            </Button>
          )}
          <PrintButton />
        </Cluster>
      </>
    );
  }
  if (!error) return <Skeleton height={420} />;
  if (error.id === 'not-found' || error.id === 'link-expired' || error.id === 'invalid-request') {
    return (
      <EmptyState
        title="There is no order behind this link"
        action={
          <Button as={Link} to={paths.contact} variant="secondary">
            Write to us
          </Button>
        }
      >
        Please copy the whole link from your confirmation. With the order’s number we find it for you, too.
      </EmptyState>
    );
  }
  return (
    <RetryAlert title="We can’t show this order right now" retry={retry}>
      {error.message}
    </RetryAlert>
  );
}
