import path from 'node:path';
import { BEHIND_A_PROXY } from '@isa/api-contract/rejected-requests';
import { trustedProxies } from '../../../platform/ops/pages/client-address';
import {
  createOperatorsPages,
  type OperatorsPagesOptions,
} from '../../../platform/ops/pages/operators-pages';
import { readOpsToken, readSecondOpsToken } from '../../../platform/ops/pages/ops-token';
import { readSingleSignOn } from '../../../platform/ops/pages/single-sign-on';
import { operationsReader, telemetryReader } from '../../../platform/ops/watch/release-telemetry';
import { siteOptions } from '../../../platform/release/site-options';
import { sitePagesReader } from '../../../platform/release/registry/links';
import { processSecurityLog } from '../../../platform/release/security-log';
import { localKeys, REGISTRY_OWNER } from '../../../platform/store/keys/local-keys';
import { servedRevisionReader } from '../../../platform/store/served-revision';
import { dataFolder } from '../../../packages/node/folders';
import { serve } from '../../../packages/node/processes';
import { createWebServer } from '../../../packages/node/web-server';
import { apiOrigin, opsOrigin, ports, previewOrigin, siteOrigin } from '../../../platform/server/addresses';
import { UserError } from '../../../packages/node/user-error';

/** @throws UserError in production without `OPS_TOKEN` or single sign-on. */
export async function startOps(): Promise<void> {
  const readKey = () => localKeys.privateKey(REGISTRY_OWNER);
  const respond = createOperatorsPages({
    logIn: await logIn(),
    telemetry: telemetryReader(apiOrigin(), readKey),
    readOperations: operationsReader(apiOrigin(), readKey),
    readServed: servedRevisionReader(siteOrigin()),
    readPages: sitePagesReader(siteOrigin()),
    security: processSecurityLog(),
    store: { site: siteOptions() },
    opsOrigin: opsOrigin(),
    previewOrigin: previewOrigin(),
    trustedProxies: trustedProxies(),
    isRehearsal: Boolean(process.env.PAYPAL_SANDBOX),
  });
  await serve(
    createWebServer((request, response) => void respond(request, response), BEHIND_A_PROXY),
    ports().ops,
  );
}

/** Chooses one way to log in: single sign-on, or the token. @throws UserError */
async function logIn(): Promise<OperatorsPagesOptions['logIn']> {
  const singleSignOn = readSingleSignOn();
  if (singleSignOn) return singleSignOn;
  const token = await readOpsToken(dataFolder);
  if (token === undefined) {
    throw new UserError('The operators’ pages need OPS_TOKEN, or OPS_SSO_ISSUER for single sign-on.');
  }
  // All processes with these pages share this folder.
  const logOutFolder = path.join(dataFolder, 'ops-log-outs');
  return { token, secondToken: readSecondOpsToken(), logOutFolder };
}
