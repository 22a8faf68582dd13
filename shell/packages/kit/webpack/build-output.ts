import { UserError } from '../../node/user-error';

interface Module {
  nameForCondition(): string | null | undefined;
  readonly modules?: readonly Module[];
}

export interface BuildOutput {
  readonly compilation: {
    readonly entrypoints: ReadonlyMap<string, { getFiles(): readonly string[] }>;
    readonly chunkGroups: readonly {
      readonly origins: readonly { readonly request?: string | undefined | null }[];
      getFiles(): readonly string[];
    }[];
    readonly modules: Iterable<Module>;
  };
  hasErrors(): boolean;
  toString(options: { readonly preset: 'errors-only'; readonly colors: false }): string;
}

/** What starts a build and ends its processes. */
interface Compiler<Output> {
  run(done: (error: Error | null, output?: Output) => void): void;
  close(done: (error?: Error | null) => void): void;
}

/** @throws UserError with the errors of the build. */
export function run<Output extends BuildOutput>(app: string, compiler: Compiler<Output>): Promise<Output> {
  return new Promise((resolve, reject) => {
    compiler.run((error, output) => {
      compiler.close((closing) => {
        const failure = error ?? closing;
        if (failure) return reject(failure);
        if (output && !output.hasErrors()) return resolve(output);
        const errors = output?.toString({ preset: 'errors-only', colors: false }) ?? 'It has no result.';
        reject(new UserError(`The build of ${app} failed:\n${errors}`));
      });
    });
  });
}

/** @param entrypoint the name of the entry. */
export function scriptsOf({ compilation }: BuildOutput, entrypoint: string) {
  const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'));
  // The scripts that the entry depends on come before it.
  const entry = scripts(compilation.entrypoints.get(entrypoint)?.getFiles() ?? []).at(-1);
  if (!entry) throw new Error(`The build has no entry script ${entrypoint}.`);
  const chunks = compilation.chunkGroups.flatMap((group) =>
    group.origins.flatMap(({ request }): [string, string[]][] =>
      request ? [[request, scripts(group.getFiles())]] : [],
    ),
  );
  return { entry, chunks: new Map(chunks) };
}

/** The files of all modules of a build, also of those that are concatenated into another one. */
export function modulesOf({ compilation }: BuildOutput): readonly string[] {
  return [...compilation.modules]
    .flatMap((module) => module.modules ?? module)
    .flatMap((module) => module.nameForCondition() ?? []);
}
