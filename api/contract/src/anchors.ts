/** Ids of the confirmations that are shown (`:target`) after a form was sent without scripts. */
export const sentAnchors = {
  contact: 'message-sent',
  newsletter: 'newsletter-sent',
} as const;
