import type Koa from 'koa';
import type { OrderDeps } from '../features/orders/deps';
import { type ApiMiddleware, type ApiState, createRouter, routeOf } from '../http/context';
import { html } from '../http/html';
import { ProblemError } from '../http/problem-error';
import { serveFonts, sendOfficePage } from './layout';
import { addStartPage } from './start-page';
import { addInvoicePages } from './bookkeeping/invoice-pages';
import { addReportPages } from './bookkeeping/report-pages';
import { addAddressPage } from './orders/address-page';
import { addOrderList } from './orders/order-list';
import { addOrderPage } from './orders/order-page';
import { addPrintPages } from './orders/print-pages';
import { addCataloguePages } from './catalogue/catalogue-pages';
import { addCustomerPages } from './people/customer-pages';
import { addEnquiryPages, addNewsletterPages } from './enquiries/enquiry-pages';
import { createOfficeSession } from './session';
import { createSessions } from '../features/accounts/sessions';
import { addAuthenticatorPage } from './log-in/authenticator-page';
import { createAuthenticatorApps } from './log-in/authenticator-apps';
import { addPasskeyPages } from './people/passkey-pages';
import { addStaffPages } from './people/staff-pages';
import { addStaffViewPage } from './people/staff-view-page';
import { uploadRouter } from './uploads/upload-routes';
import { createUploads } from './uploads/uploads';

/** Adds the pages for the academy's staff: plain HTML and forms. Only passkeys and uploads need scripts. */
export function addOffice(app: Koa<ApiState>, { sessions: site, ...others }: OrderDeps): void {
  const { background, db, env, now, security } = others;
  const deps = { ...others, sessions: createSessions(db, now, background, 'office') };
  const { host } = new URL(env.officeOrigin);
  const apps = createAuthenticatorApps(deps);
  const session = createOfficeSession(deps, apps, site);

  const presentProblems: ApiMiddleware = async (ctx, next) => {
    ctx.state.presentProblem = ({ id, message }) => {
      const text = id === 'not-signed-in' ? 'Your session has ended. Log in, and try again.' : message;
      const title = id === 'not-found' ? 'Page not found' : 'That did not work';
      sendOfficePage(ctx, {
        title,
        body: html`<p role="alert">${text}</p>
          <p><a href="/">Go to the start page</a></p>`,
      });
    };
    await next();
  };

  const requireOwnHost: ApiMiddleware = async (ctx, next) => {
    // The host is compared, because another name of this machine would be another origin, with other cookies.
    if (ctx.get('Host').toLowerCase() === host) {
      await next();
      return;
    }
    ctx.status = 421;
    ctx.body = `The office is at ${env.officeOrigin}.`;
  };

  /** Records every change by staff, done or refused. */
  const recordActions: ApiMiddleware = async (ctx, next) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      await next();
      return;
    }
    const account = ctx.state.visitor?.userId ?? null;
    const record = (result: 'success' | 'refused') =>
      security.write({
        event: 'staff-action',
        result,
        account,
        route: routeOf(ctx) ?? null,
        target: ctx.path.slice(0, 120),
      });
    try {
      await next();
    } catch (error) {
      record('refused');
      throw error;
    }
    record(ctx.status < 400 ? 'success' : 'refused');
  };

  const uploads = createUploads(env.mediaFolder, now);
  const router = createRouter();
  addStartPage(router, session, deps);
  addOrderList(router, session, deps);
  // These pages come before the page of an order, whose address is like theirs.
  addPrintPages(router, deps);
  addOrderPage(router, session, deps);
  addAddressPage(router, session, deps);
  addInvoicePages(router, session, deps);
  addReportPages(router, deps);
  addEnquiryPages(router, session, deps);
  const previews = addCataloguePages(router, session, deps, uploads);
  addCustomerPages(router, session, deps);
  addNewsletterPages(router, session, deps);
  addStaffPages(router, session, deps);
  addStaffViewPage(router, deps);
  addPasskeyPages(router, session, deps, apps);
  addAuthenticatorPage(router, session, deps, apps);
  app.use(presentProblems).use(requireOwnHost).use(serveFonts).use(session.requireSameOrigin);
  app.use(session.logInRouter.routes());
  app.use(session.requireStaff);
  // A file has hundreds of pieces; what is recorded is the form that uses it.
  app.use(uploadRouter(uploads).routes());
  app.use(previews.routes());
  app.use(recordActions);
  app.use(router.routes());
  app.use(() => {
    throw new ProblemError('not-found');
  });
}
