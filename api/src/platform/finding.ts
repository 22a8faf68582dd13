/** One line of `npm run doctor`. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'failure';
  readonly text: string;
  /** How to mend it. */
  readonly mend?: string;
}
