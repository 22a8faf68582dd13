import webpack, { type Configuration, type Stats } from 'webpack';
import { run } from './build-output';

/** @throws UserError with webpack's errors. */
export function compile(app: string, options: Configuration): Promise<Stats> {
  return run(app, webpack(options));
}
