import path from 'node:path';
import ts from 'typescript';
import type { DeprecatedUse } from './declarations';

const [folder = '', provided = ''] = process.argv.slice(2);

function findUses(): readonly DeprecatedUse[] {
  const service = ts.createLanguageService(languageServiceHost());
  const sources = service.getProgram()?.getSourceFiles() ?? [];
  const uses = new Map<string, DeprecatedUse>();
  for (const { fileName } of sources.filter((file) => isBelow(file.fileName, path.join(folder, 'src')))) {
    for (const { reportsDeprecated, relatedInformation, file, start } of service.getSuggestionDiagnostics(
      fileName,
    )) {
      const [mark] = relatedInformation ?? [];
      if (!reportsDeprecated || !mark?.file || !isBelow(mark.file.fileName, provided)) continue;
      const key = `${mark.file.fileName}:${mark.start}`;
      if (uses.has(key)) continue;
      const { line } = file.getLineAndCharacterOfPosition(start);
      uses.set(key, {
        name: /[\w$]+/.exec(file.text.slice(start))?.[0] ?? '',
        advice: adviceOf(mark.file.text.slice(mark.start ?? 0, (mark.start ?? 0) + (mark.length ?? 0))),
        place: `${path.relative(folder, fileName)}:${line + 1}`,
      });
    }
  }
  return [...uses.values()];
}

const isBelow = (file: string, parent: string) => !path.relative(parent, file).startsWith('..');

/** The text of a tag without its name and the stars of its lines. */
function adviceOf(tag: string): string {
  const text = tag
    .replace(/^@deprecated/, '')
    .replace(/\n\s*\*(?!\/)/g, ' ')
    .replace(/\*\/$/, '');
  return text.replace(/\s+/g, ' ').trim() || 'it names no replacement.';
}

function languageServiceHost(): ts.LanguageServiceHost {
  const file = path.join(folder, 'tsconfig.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  return {
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  };
}

process.stdout.write(JSON.stringify(findUses()));
