export interface CommandLine {
  /** The first word, of a command that has several. */
  readonly subcommand: string | undefined;
  readonly positionals: readonly string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

/** Ends the process after it has printed the help, or an error and the usage. */
export function readCommandLine(name: string, args?: readonly string[]): CommandLine;
