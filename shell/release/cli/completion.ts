import path from 'node:path';
import type { Command } from 'commander';
import { REGISTRY } from '../../store/keys/keys';
import { packedFolder } from '../../tools/locations';
import { folderStorage } from '../../store/storage/folder';
import { ownStorage } from '../../store/storage/own';
import { remoteNames, root } from '../../tools/folders';

/** completion: what the tab key offers in bash and zsh. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print what a shell needs to complete these commands')
    .description(
      'Prints lines for bash or zsh that define the command "release", which is short for npm run -s release --, and complete it: verbs, options, parts and versions.',
    )
    .addHelpText(
      'after',
      '\nExample, in ~/.bashrc or ~/.zshrc:\n  eval "$(cd /path/to/the/project && npm run -s release -- completion)"',
    )
    .action(() => void process.stdout.write(script()));

  program
    .command('complete', { hidden: true })
    .argument('[words...]', 'what was typed after the command, the unfinished word last')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      process.stdout.write(`${(await suggestions(program, words)).join('\n')}\n`);
    });
}

/** What could stand in place of the last word. */
export async function suggestions(program: Command, words: readonly string[]): Promise<readonly string[]> {
  const [verb, ...rest] = words;
  const typed = words.at(-1) ?? '';
  const found = rest.length === 0 ? verbsOf(program) : await wordsFor(program, verb ?? '', rest);
  return found.filter((word) => word.startsWith(typed));
}

function verbsOf(program: Command): readonly string[] {
  return program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
}

async function wordsFor(program: Command, verb: string, rest: readonly string[]): Promise<readonly string[]> {
  const command = program.commands.find((one) => one.name() === verb);
  if (!command) return [];
  const typed = rest.at(-1) ?? '';
  if (typed.startsWith('-')) {
    const help = program.createHelp();
    return [...help.visibleOptions(command), ...help.visibleOptions(program)].flatMap(
      ({ long }) => long ?? [],
    );
  }
  if (rest.length > 1) return [];
  const parts = ['shell', ...remoteNames()];
  const wanted = command.registeredArguments[0]?.name();
  if (wanted === 'owner') return [REGISTRY, ...parts];
  if (wanted === 'part') return parts;
  if (wanted !== 'release') return [];
  return (await Promise.all(parts.map((part) => releasesOf(part, verb)))).flat();
}

/** What could be published lies where it was packed; anything else is in the store. */
async function releasesOf(part: string, verb: string): Promise<readonly string[]> {
  const storage = verb === 'publish' ? folderStorage(packedFolder) : ownStorage();
  return (await storage.folders(`${part}/`)).map((version) => `${part}@${version}`);
}

function script(): string {
  const command = `node ${JSON.stringify(path.join(root, 'shell/commands/run.mjs'))} release`;
  return `if [ -n "$ZSH_VERSION" ]; then autoload -U +X compinit && compinit && autoload -U +X bashcompinit && bashcompinit; fi
release() { (cd ${JSON.stringify(root)} && ${command} "$@"); }
_release() {
  local typed="\${COMP_LINE:0:$COMP_POINT}" all
  all=($typed)
  [ "\${typed: -1}" = " " ] && all+=("")
  COMPREPLY=($(release complete -- "\${all[@]:1}" 2>/dev/null))
  # Bash takes the at sign for the end of a word.
  local last="\${typed##* }"
  case "$last" in *@*) COMPREPLY=("\${COMPREPLY[@]#"\${last%@*}@"}") ;; esac
}
complete -o default -F _release release
`;
}
