import { type ComponentProps, useCallback } from 'react';
import {
  data,
  Link as RouterLink,
  type NavigateFunction,
  type Location,
  type NavigateOptions,
  NavLink as RouterNavLink,
  type Params,
  type To,
  useLocation as useRouterLocation,
  useNavigate as useRouterNavigate,
  useParams as useRouterParams,
} from 'react-router-dom';
import { usePageAddress } from './react/page-address';

/** What remotes may use of React Router. Shared modules are not tree-shaken, so the shell shares this façade. */
export { Navigate, redirect, useBlocker, useRevalidator, useSearchParams } from 'react-router-dom';

/** The page's address, also while the page is rendered before its visit. */
export function useLocation(): Location {
  const current = useRouterLocation();
  return usePageAddress()?.location ?? current;
}

/** The page's parameters, also while the page is rendered before its visit. */
export function useParams<Key extends string = string>(): Readonly<Params<Key>>;
export function useParams(): Params {
  const current = useRouterParams();
  return usePageAddress()?.params ?? current;
}

/** A link to a page of the site, with a view transition where there is a mouse and the visitor allows motion. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink viewTransition={allowsTransitions()} {...props} />;
}

/** A link that is marked when its page is the current one. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink viewTransition={allowsTransitions()} {...props} />;
}

/** React Router's `useNavigate` with the transition of a link; replacing the history entry has none. */
export function useNavigate(): NavigateFunction {
  const navigate = useRouterNavigate();
  return useCallback(
    (to: To | number, options?: NavigateOptions) =>
      typeof to === 'number'
        ? navigate(to)
        : navigate(to, { viewTransition: !options?.replace && allowsTransitions(), ...options }),
    [navigate],
  );
}

/** `throw notFound()` in a loader shows the error screen with status 404. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' });
}

let withoutTransitions: MediaQueryList | undefined;

/**
 * Phones show the next page at once, because they would first take several frames to capture the page on display. It never
 * affects markup, so prerendered pages match.
 */
function allowsTransitions(): boolean {
  // React Router prints a warning in a browser without view transitions.
  if (typeof matchMedia !== 'function' || !('startViewTransition' in document)) return false;
  // The query is cached, because every rendered link reads it.
  withoutTransitions ??= matchMedia('(prefers-reduced-motion: reduce), (hover: none)');
  return !withoutTransitions.matches;
}
