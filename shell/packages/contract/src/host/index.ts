/** For the shell only. Not a shared module: in the shell's bundle it uses the module instances of `@isa/contract`. */
export { WholePageProvider } from '../react/below-first-screen';
export { HostProvider } from '../react/host-context';
export { type PageAddress, PageAddressProvider } from '../react/page-address';
export { BASKET_COOKIE, createBasket, parseBasket } from './basket';
export {
  isPageRoute,
  PageHandle,
  type PageRoute,
  pageRoute,
  type RouteData,
  routeDataOf,
} from './page-route';
export { PRIVATE_PREFIX } from '../form-draft';
