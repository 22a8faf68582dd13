import type { DataSource } from 'typeorm';

/** Counts the SQL statements of `work`, including those that begin and end transactions. */
export async function countStatements(db: DataSource, work: () => Promise<unknown>): Promise<number> {
  const { driver } = db;
  const original = driver.createQueryRunner;
  let count = 0;
  driver.createQueryRunner = (mode) => {
    const runner = original.call(driver, mode);
    const query = runner.query.bind(runner);
    runner.query = (...values: Parameters<typeof query>) => {
      count += 1;
      return query(...values);
    };
    return runner;
  };
  try {
    await work();
  } finally {
    driver.createQueryRunner = original;
  }
  return count;
}
