// A database server on a busy machine takes its time to make tables; a test that hangs still ends.
jest.setTimeout(60_000);
