/** Implements modal dialogs, which jsdom lacks: `showModal`, `close` with its event, and closing by Escape. */
export function showDialogs(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
    this.querySelector<HTMLElement>('button, input, a')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
