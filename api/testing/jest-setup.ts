import { recordStatementsOfApi } from './record-statements';

const { RECORD_STATEMENTS } = process.env;
if (RECORD_STATEMENTS) recordStatementsOfApi(RECORD_STATEMENTS);
