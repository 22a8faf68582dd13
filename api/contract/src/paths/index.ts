// Generated from src/paths.ts of all apps by npm run reference.
export * from './learning';
export * from './marketing';
export * from './shell';
export * from './shop';
