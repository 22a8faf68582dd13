/** All other variables are settings, which every role may hold. `_SECOND` has the same right. */
const SECRETS = {
  DATABASE_URL: 'database',
  REDIS_URL: 'sharedState',
  APP_SECRET: 'appSecret',
  PAYPAL_CLIENT_SECRET: 'payments',
  SMTP_URL: 'mail',
  VIDEO_STORAGE_KEY_ID: 'videoStorage',
  VIDEO_STORAGE_SECRET: 'videoStorage',
  AWS_ACCESS_KEY_ID: 'store',
  AWS_SECRET_ACCESS_KEY: 'store',
  AWS_SESSION_TOKEN: 'store',
  METRICS_TOKEN: 'metrics',
  OPS_TOKEN: 'operations',
  RELEASE_KEY_REGISTRY: 'registryKey',
} as const;

/** What a process may do because of a secret in its environment. */
export type Right = (typeof SECRETS)[keyof typeof SECRETS] | 'teamKeys';

const RIGHTS: Readonly<Record<string, Right>> = SECRETS;

/** Settings in whose place a secret is not needed: with single sign-on, operators do not log in with a token. */
const REPLACED_BY: Readonly<Record<string, string>> = { OPS_TOKEN: 'OPS_SSO_ISSUER' };

interface RoleRights {
  readonly may: readonly Right[];
  /** The rights without which the role cannot work in production. The data folder provides them elsewhere. */
  readonly needs: readonly Right[];
}

/** The processes of the site, with what each may hold and needs. */
export const ROLES = {
  /** The API, which leaves its mails to `jobs`. */
  web: {
    may: ['database', 'sharedState', 'appSecret', 'payments', 'videoStorage', 'metrics'],
    needs: ['appSecret', 'payments'],
  },
  /** Sends mails, settles orders, removes expired data. */
  jobs: {
    may: ['database', 'sharedState', 'appSecret', 'payments', 'mail', 'videoStorage', 'metrics'],
    needs: ['appSecret', 'payments', 'mail'],
  },
  /** Updates the database's tables and the catalogue, then ends. */
  prepare: { may: ['database'], needs: [] },
  /** The pages for staff: orders and refunds, the catalogue, enquiries. Mails are sent by `jobs`. */
  office: {
    may: ['database', 'sharedState', 'appSecret', 'payments', 'videoStorage', 'metrics'],
    needs: ['appSecret', 'payments'],
  },
  /** Prerenders the live releases when the catalogue changes. Reads the store, writes the site; holds no key. */
  prerender: { may: ['store', 'metrics'], needs: [] },
  /** Aborts canaries that are worse than the live release: writes registry and site. */
  watch: { may: ['store', 'metrics', 'registryKey'], needs: [] },
  ops: { may: ['store', 'metrics', 'operations', 'registryKey'], needs: ['operations'] },
  /** Serves the built site and a store in a folder. */
  site: { may: ['metrics'], needs: [] },
} as const satisfies Readonly<Record<string, RoleRights>>;

export type Role = keyof typeof ROLES;

/** A part of `npm start` that production does not have: it builds the sources and makes them live. */
const BUILD: RoleRights = { may: ['registryKey', 'teamKeys'], needs: [] };

type Part = Role | 'build';

export function isRole(name: string | undefined): name is Role {
  return name !== undefined && Object.hasOwn(ROLES, name);
}

/** @returns what `npm run role` prints once the role works. */
export function startedLine(role: Role): string {
  return `The role ${role} has started.`;
}

/** Whether a variable is a secret that one of the parts may hold. */
export function mayHaveSecret(parts: readonly Part[], variable: string): boolean {
  const right = rightOf(variable);
  return parts.some((part) => {
    const { may }: RoleRights = part === 'build' ? BUILD : ROLES[part];
    return right !== undefined && may.includes(right);
  });
}

/** The variables in this environment that carry a right which none of the parts may hold. */
export function excessVariables(parts: readonly Part[], environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(environment).filter(
    (name) => environment[name] && isSecret(name) && !mayHaveSecret(parts, name),
  );
}

function rightOf(variable: string): Right | undefined {
  // Release keys other than the registry's belong to teams, which sign on their own machines.
  return (
    RIGHTS[variable.replace(/_SECOND$/, '')] ?? (variable.startsWith('RELEASE_KEY_') ? 'teamKeys' : undefined)
  );
}

export function environmentFor(parts: readonly Part[], environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const excess = excessVariables(parts, environment);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !excess.includes(name)));
}

export function isSecret(variable: string): boolean {
  return rightOf(variable) !== undefined;
}

export function missingVariables(role: Role, environment: NodeJS.ProcessEnv): readonly string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const needs: readonly Right[] = ROLES[role].needs;
  return Object.entries(RIGHTS).flatMap(([name, right]) =>
    needs.includes(right) && !environment[name] && !environment[REPLACED_BY[name] ?? ''] ? [name] : [],
  );
}
