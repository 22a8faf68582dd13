import { formDraft, isRecord, storedJson, useHost } from '@isa/contract';
import { useEffect, useRef, useState } from 'react';

/** Secrets are never stored. */
const isSecret = (name: string) => /password|confirmation/i.test(name);
const LIFE_MS = 24 * 60 * 60 * 1000;

type Values = Readonly<Record<string, string>>;

/** @param account the key ends with it, so a logout removes the draft, and no other account gets it. */
function draftOf(names: readonly string[], account: string) {
  return storedJson('localStorage', `isa-shell:draft:${names.join()}:${account}`, (json) => {
    if (!isRecord(json) || typeof json.at !== 'number' || !isRecord(json.values)) return undefined;
    const values = Object.entries(json.values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { at: json.at, values: Object.fromEntries(values) };
  });
}

/** @returns what was typed before the session ended; nothing once it is a day old. */
function restore(names: readonly string[], account: string | undefined): Values {
  if (account === undefined || names.length === 0) return {};
  const draft = draftOf(names, account).read();
  return draft && Date.now() - draft.at < LIFE_MS ? draft.values : {};
}

/**
 * What a customer has typed into a form when the session ends comes back once the same customer has logged in.
 * @param fields the names of the form's fields
 */
export function useDraft(fields: readonly string[]) {
  const { session } = useHost();
  const [names] = useState(() => fields.filter((name) => !isSecret(name)));
  const [restored] = useState(() => restore(names, session.store.getState().account));
  // Back and a reload lose nothing either, in this tab.
  const [inTab] = useState(() =>
    formDraft(`account:${fields.join()}:${session.store.getState().account ?? ''}`),
  );
  const typed = useRef<Values>({});

  useEffect(() => {
    return session.store.subscribe((now, before) => {
      if (now.status !== 'out' || before.account === undefined) return;
      if (Object.keys(typed.current).length === 0) return;
      draftOf(names, before.account).write({ at: Date.now(), values: typed.current });
    });
  }, [session, names]);

  return {
    restored,
    inTab,
    /** Ends the draft once its form was sent. */
    forget() {
      const { account } = session.store.getState();
      typed.current = {};
      inTab.clear();
      if (account !== undefined && names.length > 0) draftOf(names, account).clear();
    },
    /** Remembers what was typed, in memory. */
    keep(values: ReadonlyMap<string, string>, initialOf: (name: string) => string) {
      const entries = names.map((name) => [name, values.get(name) ?? ''] as const);
      typed.current = Object.fromEntries(entries.filter(([name, value]) => value !== initialOf(name)));
    },
  };
}
