import type { Command } from 'commander';
import { addCheckCommand } from './check-command';
import { addExplainCommand } from './explain-command';
import { addKeyCommands } from './key-commands';
import { addPreviewCommand } from './preview-command';
import { addRegistryCommands } from './registry-commands';
import { addReleaseCommands } from './release-commands';

export function addTeamCommands(program: Command): void {
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
  addReleaseCommands(program);
  addCheckCommand(program);
  addExplainCommand(program);
  addPreviewCommand(program);
  addRegistryCommands(program);
  addKeyCommands(program);
}
