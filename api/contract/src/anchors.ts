/**
 * Where a form that was sent without scripts ends: the element with this id says so and is shown to nobody but whoever
 * is led to it (`:target`).
 */
export const sentAnchors = { contact: 'message-sent', newsletter: 'newsletter-sent' } as const;
