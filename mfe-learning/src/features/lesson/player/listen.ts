export function listen(target: EventTarget, listeners: Readonly<Record<string, () => void>>): () => void {
  const entries = Object.entries(listeners);
  for (const [event, listener] of entries) target.addEventListener?.(event, listener);
  return () => {
    for (const [event, listener] of entries) target.removeEventListener?.(event, listener);
  };
}
