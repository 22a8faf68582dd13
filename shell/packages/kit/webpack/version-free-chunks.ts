import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';

const NAME = 'VersionFreeChunks';
/** The property of webpack's runtime that has the prefix of style class names. */
const STYLES = '__webpack_require__.styles';

/** The global array that a release's chunks are added to. Each release has its own, so that two never mix their modules. */
export function chunkArray(uniqueName: string): string {
  return `webpackChunk${uniqueName}`;
}

/**
 * Keeps the version of a remote's release out of its chunks, so that a chunk that did not change has the same bytes in
 * the next release. Only the entry contains the version: the element that loads a chunk has its array, and the
 * runtime the prefix of its style names.
 */
export class VersionFreeChunks implements WebpackPluginInstance {
  constructor(
    private readonly uniqueName: string,
    private readonly styleNamespace: string,
  ) {}

  apply(compiler: Compiler): void {
    const { uniqueName, styleNamespace } = this;
    const array = `globalThis[${JSON.stringify(chunkArray(uniqueName))}]`;
    const styleNames = new RegExp(`"${styleNamespace}(?=__)`, 'g');
    compiler.hooks.compilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      normalModuleFactory.hooks.parser.for('javascript/auto').tap(NAME, (parser) => {
        parser.hooks.program.tap(NAME, () => {
          const { module } = parser.state;
          const text = String(module.originalSource()?.source() ?? '');
          for (const { 0: found, index } of text.matchAll(styleNames)) {
            const range: [number, number] = [index, index + found.length];
            const requirements = [webpack.RuntimeGlobals.require];
            module.addPresentationalDependency(
              new webpack.dependencies.ConstDependency(`${STYLES}+"`, range, requirements),
            );
          }
        });
      });
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new StyleNamespace(styleNamespace));
      });
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (module instanceof webpack.runtime.LoadScriptRuntimeModule) ignoreOtherReleases(module);
      });
      const { renderChunk } = webpack.javascript.JavascriptModulesPlugin.getCompilationHooks(compilation);
      const { createScript } = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      createScript.tap(NAME, (code) => `${code}\nscript.chunks = ${array};`);
      renderChunk.tap({ name: NAME, stage: 100 }, (source) => {
        const text = String(source.source());
        const replaced = new webpack.sources.ReplaceSource(source);
        const end = text.indexOf('.push(');
        for (let at = text.indexOf(array); at >= 0 && at < end; at = text.indexOf(array, at + 1)) {
          replaced.replace(at, at + array.length - 1, 'document.currentScript.chunks');
        }
        return replaced;
      });
    });
  }
}

/**
 * Webpack waits for the element that already loads a script. Two releases of a remote share addresses of chunks, and the element of
 * one release adds nothing to the array of the other, so that only elements of the same release are found.
 */
function ignoreOtherReleases(module: webpack.RuntimeModule): void {
  const generate = module.generate.bind(module);
  const byAddress = 's.getAttribute("src") == url || ';
  module.generate = () => {
    const code = generate();
    if (!code?.includes(byAddress)) throw new Error('Webpack no longer looks for a script by its address.');
    return code.replace(byAddress, '');
  };
}

class StyleNamespace extends webpack.RuntimeModule {
  constructor(private readonly namespace: string) {
    super('style namespace');
  }

  override generate(): string {
    return `${STYLES} = ${JSON.stringify(this.namespace)};`;
  }
}
