// The command line of `@isa/remote-kit`, in the repository of a remote.
import type { Command } from 'commander';
import { requireTools } from '../kit/bundlers';
import { testRemote } from '../kit/develop/test-remote';
import { releaseProgram, runProgram } from '../release/cli/program';
import { addTeamCommands } from '../release/cli/team-commands';
import { remoteNames } from '../tools/folders';

function addDevelopmentCommands(program: Command): void {
  const [remote = ''] = remoteNames();
  program
    .command('dev')
    .summary('serve the remote from its sources')
    .description(
      'Serves the remote alone and updates the page as you edit. It also runs inside any shell whose preview origin is opened with the printed address.',
    )
    .option(
      '--shell <origin>',
      'the preview origin of a running site, such as https://preview.academy.example',
    )
    .action(async ({ shell }: { readonly shell?: string }) => {
      requireTools('The development server', 'webpack');
      const { developRemote } = await import('../kit/develop/develop-remote');
      await developRemote(remote, shell);
    });
  program.command('test').summary('check types, rules and tests').action(testRemote);
}

runProgram(releaseProgram('npm run release --', addTeamCommands, addDevelopmentCommands));
