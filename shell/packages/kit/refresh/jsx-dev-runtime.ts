import type { ElementType } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { stableType } from './stable-type';

/** The JSX runtime of a remote that is developed inside a production shell. */
export { Fragment };

/** Compiled JSX calls this function in development, which the production build of React lacks. */
export function jsxDEV(type: ElementType, props: unknown, key: string | undefined, isStatic: boolean) {
  return (isStatic ? jsxs : jsx)(stableType(type), props, key);
}
