import { type ComponentProps, useCallback } from 'react';
import {
  data,
  Link as RouterLink,
  type NavigateFunction,
  type NavigateOptions,
  NavLink as RouterNavLink,
  type To,
  useNavigate as useRouterNavigate,
} from 'react-router-dom';

/**
 * The part of React Router that remotes may use. A shared module is never tree-shaken, so this façade
 * and not the whole library is what the shell shares.
 */
export {
  Navigate,
  redirect,
  useBlocker,
  useLocation,
  useParams,
  useRevalidator,
  useSearchParams,
} from 'react-router-dom';

/** A link to a page of the site. Pages fade into each other where motion is welcome. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  return <RouterLink viewTransition={isMotionWelcome()} {...props} />;
}

/** A link that knows whether it leads to the page on display. */
export function NavLink(props: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink viewTransition={isMotionWelcome()} {...props} />;
}

/** React Router's, with the same transition as a link. What takes the place of the present entry stays still. */
export function useNavigate(): NavigateFunction {
  const navigate = useRouterNavigate();
  return useCallback(
    (to: To | number, options?: NavigateOptions) =>
      typeof to === 'number'
        ? navigate(to)
        : navigate(to, { viewTransition: !options?.replace && isMotionWelcome(), ...options }),
    [navigate],
  );
}

/** `throw notFound()` in a loader shows the site's error screen with status 404. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' });
}

let lessMotion: MediaQueryList | undefined;

/** Whether the visitor's system does not ask for less motion. Says nothing that a prerendered page would show. */
function isMotionWelcome(): boolean {
  if (typeof matchMedia !== 'function') return false;
  // Asked by every link that is drawn.
  lessMotion ??= matchMedia('(prefers-reduced-motion: reduce)');
  return !lessMotion.matches;
}
