import type { CourseCategory } from '@isa/api-contract';

export const categoryTexts = {
  surveillance: {
    description:
      'Surveillance training for working professionals and, on request, for government units: foot, mobile and static work with full teams.',
    lead: 'Two programmes for people who already carry responsibility in the field.',
    paragraphs: [
      'Surveillance is learnt outdoors, in company and under pressure of time. Both programmes place operators in teams that are large enough to work properly, film what they do and repeat it until the habit has changed.',
      'The deepening course is open to professionals from any sector. The government programme is written for one service at a time and can be requested only by that service.',
    ],
  },
  investigations: {
    description:
      'Investigations training: a management course for those who commission inquiries, and a Level 4 certificate for those who carry them out.',
    lead: 'One course for the people who direct an inquiry, one for the people who conduct it.',
    paragraphs: [
      'Managers need to know what an investigation can find out, what it costs and when to end it. Investigators need a craft that stands up in front of a lawyer. The two courses share a case library, so that both sides learn to read the same file.',
      'Whoever leads investigators and has never been one may wish to take the management course first and send a colleague to the certificate afterwards.',
    ],
  },
  intelligence: {
    description:
      'Organisation of intelligence departments and personal-protection teams in three months, built to be rebuilt in two weeks when people leave.',
    lead: 'We do not only train the people. We build the department around them.',
    paragraphs: [
      'An intelligence course of ours ends with a functioning unit: posts filled, procedures written, first tasks completed. It is held for one organisation at a time and for the most part on its own premises.',
      'Both programmes are designed for the day on which colleagues resign. What is put in place can be restored within two weeks, by a plan that is rehearsed before we leave.',
    ],
  },
} satisfies Readonly<Record<CourseCategory, unknown>>;
