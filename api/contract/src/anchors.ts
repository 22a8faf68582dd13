/** Ids of the confirmations that are shown (`:target`) after a form was sent without scripts. */
export const sentAnchors = {
  contact: 'message-sent',
  newsletter: 'newsletter-sent',
  signup: 'registered',
  forgotPassword: 'reset-link-sent',
  resetPassword: 'password-changed',
} as const;
