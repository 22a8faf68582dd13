export { Button, type ButtonOwnProps, type ButtonSize, type ButtonVariant } from './actions/button';
export { IconButton, type IconButtonProps } from './actions/icon-button';
export { TextLink, type TextLinkOwnProps } from './actions/text-link';
export { Alert, type AlertProps, type AlertTone } from './feedback/alert';
export { Badge, Tag } from './feedback/badge';
export { EmptyState, type EmptyStateProps } from './feedback/empty-state';
export { Skeleton, type SkeletonProps } from './feedback/skeleton';
export { Spinner, type SpinnerProps } from './feedback/spinner';
export { Viewfinder } from './feedback/viewfinder';
export { CheckboxField, type CheckboxFieldProps } from './fields/checkbox-field';
export { PasswordField, type PasswordFieldProps } from './fields/password-field';
export { SelectField, type SelectFieldProps } from './fields/select-field';
export { TextAreaField, type TextAreaFieldProps, TextField, type TextFieldProps } from './fields/text-field';
export { focusRing, visuallyHidden } from './foundation/focus';
export { GlobalStyle } from './foundation/global-style';
export { ground, type Ground } from './foundation/grounds';
export { type Breakpoint, media, tokens } from './foundation/tokens';
export { VisuallyHidden } from './foundation/visually-hidden';
export { Icon, type IconName, type IconProps } from './icons/icon';
export { Card, Cluster, Container, Grid, Section, Stack } from './layout/layout';
export { Breadcrumbs, type BreadcrumbsProps } from './navigation/breadcrumbs';
export { Price, type PriceProps } from './shop/price';
export { Prose, type ProseProps } from './typography/prose';
export {
  Caption,
  Heading,
  type HeadingLevel,
  type HeadingProps,
  type HeadingSize,
  Lead,
  Text,
} from './typography/typography';
