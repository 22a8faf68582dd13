import {
  type ComponentType,
  createElement,
  type ElementType,
  type ReactNode,
  useSyncExternalStore,
} from 'react';
import { type Family, getFamilyByType, isStale, refreshCount, subscribe } from './refresh-runtime';

type Properties = Readonly<Record<string, unknown>>;

interface StableType {
  readonly type: ComponentType<Properties>;
  /** The refresh since which it is used. */
  readonly since: number;
}

const stableTypes = new WeakMap<Family, StableType>();

/** A type that stays the same while its component is edited, so that React keeps the component's state. */
export function stableType(type: ElementType): ElementType {
  const family = getFamilyByType(type);
  if (!family) return type;
  const known = stableTypes.get(family);
  if (known && (known.since === refreshCount() || !isStale(family))) return known.type;
  function Stable(props: Properties) {
    useRefresh();
    return render(family?.current, props);
  }
  stableTypes.set(family, { type: Stable, since: refreshCount() });
  return Stable;
}

/** Renders the calling component again after each refresh. */
export function useRefresh(): void {
  useSyncExternalStore(subscribe, refreshCount);
}

function render(component: unknown, props: Properties): ReactNode {
  const isClass = isFunction(component) && hasMember(component.prototype, 'isReactComponent');
  if (isFunction(component) && !isClass) return component(props);
  if (hasMember(component, 'render') && isFunction(component.render)) {
    const { ref = null, ...rest } = props;
    return component.render(rest, ref);
  }
  if (hasMember(component, 'type')) return render(component.type, props);
  return createElement(component as ElementType, props);
}

type Call = (...values: readonly unknown[]) => ReactNode;

function isFunction(value: unknown): value is Call {
  return typeof value === 'function';
}

/** Components of `forwardRef` and styled-components have `render`, those of `memo` have `type`. */
function hasMember<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && name in value;
}
