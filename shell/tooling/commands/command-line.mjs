// Builds the command line of each command in the table. The release commands have a program of their own.
import path from 'node:path';
import { Argument, Command, CommanderError, Option } from 'commander';
import { commandOf } from './command-table.mjs';

/**
 * Reads the arguments of a command. Prints its help and ends the process if that is asked for; prints the error and
 * the usage and ends it with exit code 2 if the arguments are wrong.
 */
export function readCommandLine(name, args = process.argv.slice(2)) {
  const { subcommands = {}, ...definition } = commandOf(name);
  const program = new Command(startOf(name));
  let result;
  define(program, definition);
  program.helpCommand(false);
  if (Object.keys(subcommands).length === 0) onUse(program, definition, () => (result = resultOf(program)));
  for (const [word, one] of Object.entries(subcommands)) {
    const command = program.command(word).summary(one.summary);
    define(command, { ...one, summary: sentence(one.summary) });
    onUse(command, one, () => (result = resultOf(command, word)));
    showUsage(command, `${startOf(name)} ${word}`);
  }
  showUsage(program, startOf(name));
  const { notes = [], examples } = definition;
  program.addHelpText(
    'after',
    [
      '',
      ...notes,
      ...(notes.length > 0 ? [''] : []),
      'Examples:',
      ...examples.map((one) => `  ${withStartedName(one, name)}`),
    ].join('\n'),
  );
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : 2);
  }
  return result;
}

function define(command, { summary, arguments: expected = [], options = {}, forwards }) {
  command.description(summary).exitOverride().helpOption('--help', 'print this text');
  if (forwards) command.allowUnknownOption().argument('[arguments...]', 'passed on');
  for (const { name, required, many, choices, description } of expected) {
    const argument = new Argument(
      `${required ? '<' : '['}${name}${many ? '...' : ''}${required ? '>' : ']'}`,
      description,
    );
    command.addArgument(choices ? argument.choices(choices) : argument);
  }
  for (const [option, { value, description, required, of }] of Object.entries(options)) {
    const flags = value === undefined ? `--${option}` : `--${option} ${value}`;
    const described = of ? `${of.join(', ')}: ${description}` : description;
    command.addOption(new Option(flags, described).makeOptionMandatory(required === true));
  }
}

/** Hands on what a command was asked to do, unless an option belongs to another of its arguments. */
function onUse(command, { options = {} }, read) {
  command.action(() => {
    for (const [option, { of }] of Object.entries(options)) {
      const isElsewhere = of && command.args.length > 0 && !command.args.some((one) => of.includes(one));
      if (isElsewhere && isGiven(command, option))
        command.error(`error: option '--${option}' is for ${of.join(' and ')} only`);
    }
    read(command);
  });
}

/** What a command was asked to do. */
function resultOf(command, subcommand) {
  return {
    subcommand,
    positionals: command.args,
    text: (option) => command.opts()[attributeOf(command, option)],
    flag: (option) => isGiven(command, option),
  };
}

const attributeOf = (command, option) =>
  command.options.find(({ long }) => long === `--${option}`)?.attributeName();

const isGiven = (command, option) => command.getOptionValueSource(attributeOf(command, option)) === 'cli';

function showUsage(command, start) {
  command.showHelpAfterError(`\nUsage: ${start} ${command.usage()}\nMore:  ${start} --help`);
}

/** How this process was started: by npm, or from the package on a server. */
function startOf(name) {
  if (path.extname(process.argv[1] ?? '') === '.cjs') return `node shell/${name}.cjs`;
  return `${['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`} --`;
}

const withStartedName = (example, name) =>
  startOf(name).startsWith('npm')
    ? example
    : example.replace(/npm (?:run )?[\w-]+(?: --)?(?= |$)/, startOf(name));

const sentence = (summary) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
