interface Command {
  readonly summary: string;
  /** Programs of node_modules, with their first arguments. */
  readonly tools?: readonly (readonly string[])[];
  /** The command whose script this one runs. */
  readonly script?: string;
  readonly first?: readonly string[];
  /** Each with the values of the first argument that it belongs to. */
  readonly options?: Readonly<Record<string, { readonly of?: readonly string[] }>>;
  /** Whether another program parses the arguments. */
  readonly forwards?: boolean;
}

export const commandNames: readonly string[];
export function commandOf(name: string): Command | undefined;
