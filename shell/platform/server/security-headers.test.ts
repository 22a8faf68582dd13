import { headersAt } from './headers-at';
import { securityHeaders } from './security-headers';

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default";
const options = { scriptOrigins: ['https://cdn.test'], paymentOrigins: ['https://pay.test'] };

describe('Trusted Types', () => {
  it('are enforced on every page but the checkout, with the policy of the bootstrap script alone', () => {
    const { usual, checkout } = securityHeaders(options);
    expect(usual['Content-Security-Policy']).toContain(`; ${TRUSTED_TYPES}`);
    expect(checkout['Content-Security-Policy']).not.toContain('trusted-types');
  });

  it.each(['overrides', 'development'])('are left to development servers, with %s', (name) => {
    const { usual } = securityHeaders({ ...options, [name]: true });
    expect(usual['Content-Security-Policy']).not.toContain('trusted-types');
  });
});

it('lets no page start a worker, which would outlive a release that is rolled back', () => {
  for (const { 'Content-Security-Policy': policy } of Object.values(securityHeaders(options))) {
    expect(policy).toContain("; worker-src 'none';");
  }
});

it('lets another origin show drawings, and nothing else', () => {
  const headers = securityHeaders(options);
  const policyOf = (path: string) => headersAt(headers, path)['Cross-Origin-Resource-Policy'];
  expect(policyOf('/art/posts/1.svg')).toBe('cross-origin');
  for (const path of ['/', '/artful', '/isa-blog', '/checkout']) expect(policyOf(path)).toBe('same-origin');
});
