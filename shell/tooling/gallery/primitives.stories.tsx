import { pence } from '@isa/api-contract';
import type { Stories, Story } from '@isa/contract/testing';
import {
  Alert,
  Badge,
  Band,
  Breadcrumbs,
  Button,
  Caption,
  Card,
  CheckboxField,
  Cluster,
  Columns,
  Container,
  EmptyState,
  Grid,
  type Surface,
  Heading,
  Icon,
  IconButton,
  Lead,
  PasswordField,
  Price,
  Prose,
  RetryAlert,
  Section,
  SelectField,
  Skeleton,
  Spinner,
  Stack,
  Tag,
  Text,
  TextAreaField,
  TextField,
  TextLink,
  Viewfinder,
} from '@isa/ui';
import {
  BookCover,
  BookMockup,
  ContourArt,
  CourseArt,
  FounderPortrait,
  HeroArt,
  LessonThumbnail,
  Logo,
  PageArt,
  PostArt,
  Redaction,
  TeamPortrait,
} from '@isa/ui/art';
import type { ComponentProps, ReactNode } from 'react';

const SURFACES: readonly Surface[] = ['paper', 'card', 'night', 'ink'];
const nothing = () => undefined;
const Anchor = ({ to, ...rest }: ComponentProps<'a'> & { readonly to: string }) => <a href={to} {...rest} />;

/** The same content on each surface. @param title is visible once. */
function onSurfaces(title: string, content: ReactNode): Story {
  return {
    shows: title,
    render: () =>
      SURFACES.map((surface) => (
        <Band key={surface} tone={surface} space="small" aria-label={surface}>
          <Stack gap={6}>
            {surface === SURFACES[0] && <Heading level={1}>{title}</Heading>}
            <Caption>{surface}</Caption>
            {content}
          </Stack>
        </Band>
      )),
  };
}

const onPaper = (title: string, content: ReactNode): Story => ({
  shows: title,
  render: () => (
    <Band tone="paper" space="small">
      <Stack gap={8}>
        <Heading level={1}>{title}</Heading>
        {content}
      </Stack>
    </Band>
  ),
});

const fields = (kind: string, states: Readonly<Record<string, unknown>>) => (
  <Stack gap={5} as="form">
    <TextField label={`Name, ${kind}`} name={`name-${kind}`} hint="As in your passport" {...states} />
    <PasswordField label={`Password, ${kind}`} name={`password-${kind}`} autoComplete="off" {...states} />
    <SelectField label={`Department, ${kind}`} name={`department-${kind}`} placeholder="Choose" {...states}>
      <option>Sales</option>
    </SelectField>
    <TextAreaField label={`Message, ${kind}`} name={`message-${kind}`} {...states} />
    <CheckboxField label={`I agree, ${kind}`} name={`agree-${kind}`} {...states} />
  </Stack>
);

export default {
  buttons: onSurfaces(
    'Buttons',
    (['primary', 'secondary', 'quiet'] as const).map((variant) => (
      <Cluster key={variant} gap={3}>
        <Button variant={variant}>Add to cart</Button>
        <Button variant={variant} size="small">
          Small
        </Button>
        <Button variant={variant} busy>
          Busy
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} as="a" href="/">
          A link
        </Button>
      </Cluster>
    )),
  ),
  links: onSurfaces(
    'Links and icons',
    <Cluster gap={4}>
      <TextLink href="/">Plain</TextLink>
      <TextLink href="/" mark="arrow">
        With an arrow
      </TextLink>
      <TextLink href="/" mark="external">
        To another site
      </TextLink>
      <IconButton icon="close" label="Close" />
      <Icon name="basket" />
    </Cluster>,
  ),
  typography: onSurfaces(
    'Typography',
    <>
      <Heading level={2} size="display">
        Display
      </Heading>
      <Heading level={2}>Second level</Heading>
      <Heading level={3}>Third level</Heading>
      <Heading level={4}>Fourth level</Heading>
      <Lead>The sentence or two below the heading of a page.</Lead>
      <Text>Body text. Most operations that fail do so before anyone has left the building.</Text>
      <Text muted size="small">
        Small and muted.
      </Text>
      <Redaction length={12} /> <Redaction>Revealed on hover</Redaction>
      <Price amount={pence(3474)} was={pence(3860)} />
    </>,
  ),
  prose: onPaper(
    'Prose',
    <Prose
      html={
        '<p>A paragraph with <a href="/">a link</a>.</p><h2>A heading</h2><ul><li>One</li><li>Two</li></ul>' +
        '<blockquote>A quotation.</blockquote>'
      }
    />,
  ),
  messages: onSurfaces(
    'Messages',
    <>
      <Alert title="Please note">The course is full until March.</Alert>
      <Alert tone="success">Your message has been sent.</Alert>
      <Alert tone="error" title="Not sent" action={<Button variant="secondary">Try again</Button>}>
        Please check your connection.
      </Alert>
      <RetryAlert retry={nothing} busy>
        It is being loaded again.
      </RetryAlert>
      <Cluster gap={3}>
        <Badge>3</Badge>
        <Tag>Plain</Tag>
        <Tag tone="accent">Accent</Tag>
        <Tag tone="success">Success</Tag>
        <Tag tone="error">Error</Tag>
      </Cluster>
    </>,
  ),
  empty: onPaper(
    'Nothing here',
    <EmptyState title="Your cart is empty" action={<Button>See all books</Button>}>
      Everything that you add is listed here.
    </EmptyState>,
  ),
  loading: onSurfaces(
    'Loading',
    <>
      <Spinner label="Loading the lessons" showLabel />
      <Skeleton height={24} width="60%" />
      <Skeleton ratio="16 / 9" width={240} />
    </>,
  ),
  fields: onSurfaces(
    'Fields',
    <Columns from="md" widths="1fr 1fr 1fr" gap={8}>
      {fields('plain', {})}
      {fields('invalid', { error: 'This is too short or empty.' })}
      {fields('disabled', { disabled: true })}
    </Columns>,
  ),
  layout: onPaper(
    'Layout',
    <>
      <Breadcrumbs linkAs={Anchor} items={[{ label: 'Home', to: '/' }, { label: 'Books' }]} />
      <Grid min={240} gap={4}>
        {['One', 'Two', 'Three', 'Four'].map((name) => (
          <Card key={name} interactive>
            <Heading level={2} size="sm">
              {name}
            </Heading>
            <Text>A card of a grid.</Text>
          </Card>
        ))}
      </Grid>
      <Viewfinder>
        <Text>In the viewfinder.</Text>
      </Viewfinder>
      <Section tone="ink" space="small" aria-label="A section">
        <Container width="text">
          <Text>A section on ink.</Text>
        </Container>
      </Section>
    </>,
  ),
  pictures: onPaper(
    'Pictures',
    <Grid min={240} gap={4}>
      <Logo title="The academy" />
      <HeroArt />
      <BookCover bookId={1} />
      <BookMockup bookId={3} />
      <LessonThumbnail number={7} />
      <CourseArt slug="isa-surveillance-course-6" />
      <FounderPortrait title="The founder" />
      <TeamPortrait seed={1} />
      <PostArt seed={1} />
      <PageArt name="letter" />
      <ContourArt seed={3} />
    </Grid>,
  ),
} satisfies Stories;
