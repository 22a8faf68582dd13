export * from './api';
export * from './basket';
export * from './head';
export type { Host, Toast } from './host';
export * from './page-route';
export { paths } from './paths';
export * from './react';
export * from './remote';
export type { Credentials, Session, SessionState, SessionStatus } from './session';
