export * from './learning';
export * from './marketing';
export * from './shell';
export * from './shop';
