import webpack, { type Configuration, type Stats } from 'webpack';
import { UserError } from '../../tools/user-error';

/** @throws UserError with webpack's errors. */
export function compile(app: string, options: Configuration): Promise<Stats> {
  const compiler = webpack(options);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(error);
        if (stats && !stats.hasErrors()) return resolve(stats);
        const errors = stats?.toString({ preset: 'errors-only', colors: false }) ?? 'webpack gave no result.';
        reject(new UserError(`The build of ${app} failed:\n${errors}`));
      });
    });
  });
}
