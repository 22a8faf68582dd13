export const promo = {
  title: 'The academy at a glance',
  description:
    'A silent film of fourteen seconds, drawn like the site: a map, a route, and what decides an operation before anyone moves.',
  video: '/media/promo.mp4',
  poster: '/media/promo-poster.jpg',
  captions: '/media/promo.vtt',
  uploadDate: '2026-11-02T09:00:00Z',
  /** The duration by ISO 8601. */
  duration: 'PT14S',
} as const;
