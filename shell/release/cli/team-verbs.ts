import type { Command } from 'commander';
import { addCheckVerb } from './check-verb';
import { addKeyVerbs } from './key-verbs';
import { addPreviewVerb } from './preview-verb';
import { addRegistryVerbs } from './registry-verbs';
import { addReleaseVerbs } from './release-verbs';

/** The verbs of teams, which a remote's own repository has too. */
export function addTeamVerbs(program: Command): void {
  program.addHelpText(
    'after',
    `
From a change to all visitors:
  npm run release -- pack shop                        build and sign
  npm run release -- publish shop                     copy to the store; no visitor gets it yet
  npm run release -- check shop@1.5.0                 run the gates
  npm run release -- promote shop@1.5.0 --percent 5   for some visitors
  npm run release -- promote shop@1.5.0               for all visitors
  npm run release -- rollback shop --reason "…"       back to the previous release`,
  );
  addReleaseVerbs(program);
  addCheckVerb(program);
  addPreviewVerb(program);
  addRegistryVerbs(program);
  addKeyVerbs(program);
}
