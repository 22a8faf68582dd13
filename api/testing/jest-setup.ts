// A database server on a busy machine creates tables slowly; a hanging test still ends.
jest.setTimeout(60_000);
