export const promo = {
  title: 'The academy at a glance',
  description:
    'A silent film of fourteen seconds, drawn like the site: a team follows one subject across a map, on foot and by car.',
  video: '/media/promo.mp4',
  poster: '/media/promo-poster.jpg',
  captions: '/media/promo.vtt',
  uploadDate: '2026-11-25T09:00:00Z',
  /** The duration by ISO 8601. */
  duration: 'PT14S',
} as const;
