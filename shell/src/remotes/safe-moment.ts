/** Tells whether a visitor is at something that another release must not interrupt. */
export interface WorkInHand {
  isAtWork(): boolean;
}

/** Looks for something only; nobody loses it. */
const SEARCH = '[role=search], [type=search]';
/** The shell's own sheets, menu and search, are ways to navigate and nobody's work. */
const DIALOGS = 'dialog[open]:not([data-isa-sheet]), [role=dialog], [role=alertdialog]';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Watches for work in hand: something typed into a form, an open dialog, a video or audio that plays. Typing is
 * noted as it happens, because React keeps the default value of a field equal to its value.
 */
export function watchWork(page: Document): WorkInHand {
  const touched = new Set<Control>();
  page.addEventListener(
    'input',
    ({ target }) => {
      if (isControl(target) && target.form && !target.closest(SEARCH)) touched.add(target);
    },
    true,
  );

  return {
    isAtWork() {
      for (const control of touched) if (!control.isConnected) touched.delete(control);
      return (
        [...touched].some(isFilled) ||
        page.querySelector(DIALOGS) !== null ||
        [...page.querySelectorAll<HTMLMediaElement>('video, audio')].some(isPlaying)
      );
    },
  };
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** What was emptied again, also by a form that has been sent, is nobody's work any more. */
function isFilled(control: Control): boolean {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.checked !== control.defaultChecked;
  }
  return control.value.trim() !== '';
}

/** A silent picture that moves by itself is decoration. */
function isPlaying(media: HTMLMediaElement): boolean {
  return !media.paused && !media.ended && !(media.muted && media.loop);
}
