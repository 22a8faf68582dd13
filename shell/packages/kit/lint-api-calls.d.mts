import type { Rule } from 'eslint';

export declare const apiCalls: Rule.RuleModule;
