import { createServer } from 'node:http';
import path from 'node:path';
import { createOperatorsPages } from '../../ops/pages/operators-pages';
import { readOpsReadToken, readOpsToken, readSecondOpsToken } from '../../ops/pages/ops-token';
import { telemetryReader } from '../../ops/watch/release-telemetry';
import { processSecurityLog } from '../../release/security-log';
import { servedReleasesReader } from '../../store/served-releases';
import { dataFolder } from '../../tools/locations';
import { listen } from '../../tools/processes';
import { apiOrigin, ports, siteOrigin } from '../../tools/settings';
import { UserError } from '../../tools/user-error';

/**
 * Serves the operators' pages.
 * @throws UserError in production without `OPS_TOKEN` and `OPS_READ_TOKEN`.
 */
export async function startOps(): Promise<void> {
  const token = await readOpsToken(dataFolder);
  const readToken = await readOpsReadToken(dataFolder);
  if (token === undefined || readToken === undefined) {
    throw new UserError('The operators’ pages need OPS_TOKEN, and OPS_READ_TOKEN to read telemetry.');
  }
  const respond = createOperatorsPages({
    token,
    secondToken: readSecondOpsToken(),
    telemetry: telemetryReader(apiOrigin(), readToken),
    readServed: servedReleasesReader(siteOrigin()),
    // Shared by all processes with these pages.
    logOutFolder: path.join(dataFolder, 'ops-log-outs'),
    security: processSecurityLog(),
    siteOrigin: siteOrigin(),
    secure: siteOrigin().startsWith('https:'),
  });
  const server = createServer((request, response) => {
    respond(request, response).then(
      (handled) => void (handled || response.writeHead(404).end()),
      () => response.destroy(),
    );
  });
  await listen(server, ports().ops);
}
