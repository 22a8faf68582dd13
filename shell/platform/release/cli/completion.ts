import path from 'node:path';
import type { Command } from 'commander';
import { REGISTRY_OWNER } from '../../store/keys/local-keys';
import { defaultStorage } from '../../store/storage/default-storage';
import { versionsOf } from '../../store/shared-files';
import { folderStorage } from '../../store/storage/folder';
import { appNames, root } from '../../../packages/node/folders';
import { packedFolder } from '../../store/locations';

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print a script that completes these commands in bash and zsh')
    .description(
      'Prints a script for bash or zsh. It defines the command "release", an abbreviation of npm run -s release --, and completes its commands, options, apps and versions.',
    )
    .addHelpText(
      'after',
      '\nWrite this line into ~/.bashrc or ~/.zshrc.\n\nExample:\n  eval "$(cd /path/to/the/project && npm run -s release -- completion)"',
    )
    .action(() => void process.stdout.write(script()));

  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'the words after the command, the incomplete word last')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      process.stdout.write(`${(await suggestions(program, words)).join('\n')}\n`);
    });
}

export async function suggestions(program: Command, words: readonly string[]): Promise<readonly string[]> {
  const [name = '', ...rest] = words;
  const typed = words.at(-1) ?? '';
  const candidates =
    rest.length === 0
      ? program
          .createHelp()
          .visibleCommands(program)
          .map((command) => command.name())
      : await argumentsFor(program, name, rest);
  return candidates.filter((word) => word.startsWith(typed));
}

async function argumentsFor(program: Command, name: string, rest: readonly string[]) {
  const command = program.commands.find((one) => one.name() === name);
  if (!command) return [];
  if (rest.at(-1)?.startsWith('-')) {
    const help = program.createHelp();
    return [...help.visibleOptions(command), ...help.visibleOptions(program)].flatMap(
      ({ long }) => long ?? [],
    );
  }
  if (rest.length > 1) return [];
  const apps = appNames();
  const argument = command.registeredArguments[0]?.name();
  if (argument === 'owner') return [REGISTRY_OWNER, ...apps];
  if (argument === 'app') return apps;
  if (argument === 'remote') return apps.filter((name) => name !== 'shell');
  if (argument !== 'release') return [];
  // Only publish reads packed releases; all other commands read the store.
  const storage = name === 'publish' ? folderStorage(packedFolder) : defaultStorage();
  const releases = await Promise.all(
    apps.map(async (app) => (await versionsOf(storage, app)).map((version) => `${app}@${version}`)),
  );
  return releases.flat();
}

function script(): string {
  const command = `node ${JSON.stringify(path.join(root, 'shell/tooling/commands/run.mjs'))} release`;
  return `if [ -n "$ZSH_VERSION" ]; then autoload -U +X compinit && compinit && autoload -U +X bashcompinit && bashcompinit; fi
release() { (cd ${JSON.stringify(root)} && ${command} "$@"); }
_release() {
  local typed="\${COMP_LINE:0:$COMP_POINT}" all
  all=($typed)
  [ "\${typed: -1}" = " " ] && all+=("")
  COMPREPLY=($(release complete -- "\${all[@]:1}" 2>/dev/null))
  # Bash splits words at the at sign.
  local last="\${typed##* }"
  case "$last" in *@*) COMPREPLY=("\${COMPREPLY[@]#"\${last%@*}@"}") ;; esac
}
complete -o default -F _release release
`;
}
