/** Search fields do not count, because a search text is no loss. */
const SEARCH = '[role=search], [type=search]';
/** Open dialogs, without the shell's own (menu, search), which are part of navigating. */
const DIALOGS = 'dialog[open]:not([data-isa-sheet]), [role=dialog], [role=alertdialog]';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Whether an update would interrupt the visitor: input, an open dialog, playing media. React keeps a field's
 * default value equal to its value.
 * @returns a function that checks the page.
 */
export function watchActivity(page: Document): () => boolean {
  const edited = new Set<Control>();
  page.addEventListener(
    'input',
    ({ target }) => {
      if (isControl(target) && target.form && !target.closest(SEARCH)) edited.add(target);
    },
    true,
  );

  return function isVisitorBusy() {
    for (const control of edited) if (!control.isConnected) edited.delete(control);
    return (
      [...edited].some(isFilled) ||
      page.querySelector(DIALOGS) !== null ||
      [...page.querySelectorAll<HTMLMediaElement>('video, audio')].some(isPlaying)
    );
  };
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

/** @returns whether a field contains work, unlike one that was emptied again. */
function isFilled(control: Control): boolean {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.checked !== control.defaultChecked;
  }
  return control.value.trim() !== '';
}

/** @returns whether a video or audio plays; muted looping video is decoration. */
function isPlaying(media: HTMLMediaElement): boolean {
  return !media.paused && !media.ended && !(media.muted && media.loop);
}
