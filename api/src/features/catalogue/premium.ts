import type { DataSource, EntityManager } from 'typeorm';
import { premium } from '../../../content';
import { readContent } from '../../database/content';
import { required } from '../../http/problem-error';

/** Premium access at the price in force, which staff may change. */
export async function readPremium(database: Pick<DataSource | EntityManager, 'getRepository'>) {
  const [content] = await readContent(database, 'premium');
  return { ...premium, ...required(content) };
}
