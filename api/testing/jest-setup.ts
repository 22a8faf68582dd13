import { recordStatementsOfApi } from './record-statements';

// A database server on a busy machine creates tables slowly; a hanging test still ends.
jest.setTimeout(60_000);

const { RECORD_STATEMENTS } = process.env;
if (RECORD_STATEMENTS) recordStatementsOfApi(RECORD_STATEMENTS);
