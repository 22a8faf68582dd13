import { render, screen } from '@testing-library/react';
import { ContourArt, Logo, Redaction } from './art';
import {
  Alert,
  Badge,
  Breadcrumbs,
  Button,
  Card,
  EmptyState,
  Grid,
  Heading,
  Icon,
  IconButton,
  Prose,
  Skeleton,
  Spinner,
  Stack,
  Tag,
  Text,
} from './index';
import { Anchor } from './testing/anchor';
import { violationsOf } from './testing/axe';

it('a page of primitives has no axe violations', async () => {
  const { container } = render(
    <main>
      <Breadcrumbs linkAs={Anchor} items={[{ label: 'Home', to: '/' }, { label: 'Books' }]} />
      <Heading level={1}>Books</Heading>
      <Grid as="ul" min={240}>
        <Card as="li" interactive>
          <Tag tone="accent">Pre-order</Tag>
          <Badge>3</Badge>
        </Card>
      </Grid>
      <Stack gap={3}>
        <Alert tone="success">Saved.</Alert>
        <Alert tone="error" title="Failed" action={<Button>Retry</Button>} />
        <EmptyState title="Your cart is empty" action={<Button>Books</Button>} />
        <Spinner label="Loading" />
        <Skeleton ratio="16 / 9" />
        <IconButton icon="close" label="Close" />
        <Icon name="check" title="Done" />
        <Text muted>
          His name is <Redaction>Harry Lime</Redaction>, of <Redaction length={9} />.
        </Text>
        <Logo title="International Surveillance Academy" />
        <ContourArt seed={1} />
        <Prose html="<h2>Terms</h2><p>Text</p>" />
      </Stack>
    </main>,
  );
  expect(await violationsOf(container)).toEqual([]);
});

it('announces errors assertively and other messages politely', () => {
  render(
    <>
      <Alert tone="error">No answer</Alert>
      <Alert>Past run</Alert>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('No answer');
  expect(screen.getByRole('status')).toHaveTextContent('Past run');
});

it('makes only first-level headings focusable', () => {
  render(
    <>
      <Heading level={1}>Books</Heading>
      <Heading level={2}>Volume 1</Heading>
    </>,
  );
  const [first, second] = screen.getAllByRole('heading');
  first?.focus();
  expect(first).toHaveFocus();
  second?.focus();
  expect(first).toHaveFocus();
});

const trail = [
  { label: 'Home', to: '/' },
  { label: 'Books', to: '/isa-books/all-books' },
  { label: 'Volume 1', to: '/isa-books/1' },
];

it('lists the pages above a page, but not the page itself', () => {
  render(<Breadcrumbs linkAs={Anchor} items={trail} />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'Books']);
  expect(screen.queryByText('Volume 1')).not.toBeInTheDocument();
});

it('shows no breadcrumbs below the home page, to which the logo leads', () => {
  render(<Breadcrumbs linkAs={Anchor} items={trail.slice(0, 2)} />);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

it('hides icons from screen readers unless they have a title', () => {
  render(
    <>
      <Icon name="lock" />
      <Icon name="unlock" title="Unlocked" />
    </>,
  );
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getByRole('img', { name: 'Unlocked' })).toBeInTheDocument();
});

it('makes a redaction focusable', () => {
  render(<Redaction>Harry Lime</Redaction>);
  expect(screen.getByText('Harry Lime')).toHaveAttribute('tabindex', '0');
});
