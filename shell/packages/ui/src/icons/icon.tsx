/** Path data on a 24 px grid, for one line of 1.6 px. */
const drawings = {
  alert: 'M12 4 21 19.5H3ZM12 10v4.5M12 17.2v.1',
  'arrow-left': 'M20 12H4.5M10.5 6l-6 6 6 6',
  'arrow-right': 'M4 12h15.5M13.5 6l6 6-6 6',
  'arrow-up': 'M12 20V4.5M6 10.5l6-6 6 6',
  basket: 'M3 4h2.6l2.3 11.2h10.3l2.3-8.2H6.3M9.3 19.6v.1M17 19.6v.1',
  book: 'M5 4.5h11.5A2.5 2.5 0 0 1 19 7v12.5H7A2 2 0 0 1 5 17.5ZM5 17.5a2 2 0 0 1 2-2h12M9 8.5h6',
  check: 'M4.5 12.8 9.6 18 19.5 6.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3.2 2.2',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  external: 'M9 5H5v14h14v-4M13 4.5h6.5V11M19.5 4.5 11 13',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  'eye-off':
    'M4 4l16 16M9.5 6.2A9 9 0 0 1 12 5.8c6 0 9.5 6.2 9.5 6.2a16 16 0 0 1-2.8 3.5M6 7.8A16 16 0 0 0 2.5 12S6 18.2 12 18.2a9 9 0 0 0 4-.9M10 10a2.8 2.8 0 0 0 4 4',
  file: 'M6 3.5h8l4 4.2v12.8H6ZM13.5 3.5V8H18M9 12.5h6M9 16h4',
  fullscreen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.2M12 7.8v.1',
  key: 'M15 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM11.1 12.9 3.5 20.5M6.3 17.7l2.7 2.7M15.8 8.2v.1',
  lock: 'M5.5 10.5h13v10h-13ZM8.2 10.5V7.3a3.8 3.8 0 0 1 7.6 0v3.2M12 14.5v2.2',
  mail: 'M3 6h18v12.5H3ZM3.5 6.8 12 13l8.5-6.2',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  minus: 'M5 12h14',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5',
  offline:
    'M4 4l16 16M8.5 16a5 5 0 0 1 6.2-.7M5 12.3a10 10 0 0 1 4.2-2.5M13.5 9.4a10 10 0 0 1 5.5 2.9M12 19.4v.1M2.5 8.8a14.5 14.5 0 0 1 3.6-2.3M10.8 5.2a14.5 14.5 0 0 1 10.7 3.6',
  pause: 'M8 5.5v13M16 5.5v13',
  phone:
    'M5 4h4l1.6 4.6-2.2 1.7a12 12 0 0 0 5.3 5.3l1.7-2.2L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z',
  pin: 'M12 21s-7-6.3-7-11.4a7 7 0 0 1 14 0C19 14.7 12 21 12 21ZM12 7.2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  play: 'M7.5 4.8v14.4L19 12Z',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V3.5h10V9M7 17H3.5V9h17v8H17M7 14h10v6.5H7Z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20.5 20.5',
  shield: 'M12 3.2 19.5 6v5.6c0 4.6-3 7.7-7.5 9.2-4.5-1.5-7.5-4.6-7.5-9.2V6ZM8.5 11.8l2.6 2.6 4.6-5',
  success: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8 12.2l2.9 2.9 5.2-5.6',
  target: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM12 2.5V8M12 16v5.5M2.5 12H8M16 12h5.5',
  unlock: 'M5.5 10.5h13v10h-13ZM8.2 10.5V7.3a3.8 3.8 0 0 1 7.3-1.5M12 14.5v2.2',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 20.5c.6-3.8 3.6-5.8 8-5.8s7.4 2 8 5.8',
  volume: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  readonly name: IconName;
  /** Pixels, or any CSS length. */
  readonly size?: number | string | undefined;
  /** The accessible name; without it the icon is decoration. */
  readonly title?: string | undefined;
}

/** One of the site's line icons, in the colour of the text around it. */
export function Icon({ name, size = 22, title }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
