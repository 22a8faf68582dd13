/** What only the shell uses. Bundled with the shell, where it shares its modules with `@isa/contract`. */
export { HostProvider } from '../react/host-context';
export { BASKET_COOKIE, createBasket, parseBasket } from './basket';
export {
  PageHandle,
  type PageRoute,
  pageRoute,
  type PageRouteOptions,
  type RouteData,
  routeDataOf,
} from './page-route';
