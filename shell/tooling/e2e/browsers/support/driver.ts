/**
 * The commands of WebDriver that the journeys use, as method and path below the session (https://www.w3.org/TR/webdriver2/).
 * Firefox knows each by its name.
 */
export const COMMANDS = {
  Navigate: ['POST', '/url'],
  Back: ['POST', '/back'],
  GetCurrentURL: ['GET', '/url'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  PerformActions: ['POST', '/actions'],
  GetWindowHandle: ['GET', '/window'],
  GetWindowHandles: ['GET', '/window/handles'],
  SwitchToWindow: ['POST', '/window'],
  SetWindowRect: ['POST', '/window/rect'],
  DeleteAllCookies: ['DELETE', '/cookie'],
} as const;

export type Command = keyof typeof COMMANDS;
export type Parameters = Readonly<Record<string, unknown>>;

/** A running browser without its user's profile. */
export interface Driver {
  /** @throws Error with the browser's message. */
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  stop(): Promise<void>;
}
