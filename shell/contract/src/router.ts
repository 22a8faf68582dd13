/**
 * The part of React Router that remotes may use. A shared module is never tree-shaken, so this façade
 * and not the whole library is what the shell shares.
 */
export {
  Link,
  Navigate,
  NavLink,
  redirect,
  useBlocker,
  useLocation,
  useNavigate,
  useParams,
  useRevalidator,
  useSearchParams,
} from 'react-router-dom';
import { data } from 'react-router-dom';

/** `throw notFound()` in a loader shows the site's error screen with status 404. */
export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' });
}
