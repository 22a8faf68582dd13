import { isUnsandboxed, requireSandbox } from '../../../packages/node/sandbox';
import { keepBuilding } from '../../../platform/prerender/rebuild';
import { siteOptions } from '../../../platform/release/site-options';

export async function startPrerender(log: (line: string) => void): Promise<void> {
  requireSandbox();
  log(`The code of releases runs ${isUnsandboxed() ? 'without' : 'in'} a sandbox.`);
  await keepBuilding({ ...siteOptions(), log });
}
