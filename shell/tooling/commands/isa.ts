// The command line of `@isa/remote-kit`, in the repository of a remote.
import { Argument, type Command } from 'commander';
import { developmentSite } from './development-site';
import { generateFeature, type GenerateOptions } from '../generate/generate-feature';
import { testRemote } from '../../packages/kit/develop/test-remote';
import { releaseProgram, runProgram } from '../../platform/release/cli/program';
import { addTeamCommands } from '../../platform/release/cli/team-commands';
import { remoteNames } from '../../packages/node/folders';
import { endWithNpm } from '../../packages/node/processes';

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
      endWithNpm();
      const { developRemote } = await import('../../packages/kit/develop/develop-remote');
      await developRemote(remote, developmentSite(shell));
    });
  program
    .command('new')
    .addArgument(new Argument('<kind>').choices(['feature']))
    .argument('<name>')
    .summary('generate a page, with its request, its test and its route')
    .option('--title <text>', 'the page’s title; derived from the name by default')
    .option('--path <address>', 'the page’s address; /<name> by default')
    .action(async (_kind: string, name: string, options: GenerateOptions) => {
      const { created, changed, next } = await generateFeature(remote, name, options);
      const lines = [...created, ...changed].map((file) => `  ${file}\n`);
      process.stdout.write(`${lines.join('')}Next: ${next.join(', ')}\n`);
    });
  program.command('test').summary('check types, rules and tests').action(testRemote);
}

runProgram(releaseProgram('npm run release --', addTeamCommands, addDevelopmentCommands));
