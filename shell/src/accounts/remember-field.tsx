import { CheckboxField } from '@isa/ui';
import { useCallback, useState } from 'react';

interface Remember {
  readonly checked: boolean;
  readonly setChecked: (checked: boolean) => void;
}

export function useRemember(): Remember {
  const [checked, setChecked] = useState(true);
  return { checked, setChecked };
}

/** The box that decides whether the session outlives the browser's. */
export function RememberField({ checked, setChecked }: Remember) {
  // The visitor may have changed the box before the page was hydrated.
  const attach = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) setChecked(box.checked);
    },
    [setChecked],
  );
  return (
    <CheckboxField
      label="Remember me"
      hint="For 2 hours and 24 minutes, also when the browser is closed."
      name="remember"
      ref={attach}
      checked={checked}
      onChange={({ target }) => setChecked(target.checked)}
    />
  );
}
