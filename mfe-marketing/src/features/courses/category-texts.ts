import type { CourseCategory } from '@isa/api-contract';

export const categoryTexts = {
  surveillance: {
    description:
      'Surveillance training for working professionals and, on request, for government units: foot, mobile and static work with full teams.',
    lead: 'Two programmes for people who already work in the field.',
    choice: 'One for your own craft, one for a whole service',
    paragraphs: [
      'Surveillance is learnt outdoors, in teams and under pressure of time. Operators work in full teams, are filmed, and repeat an exercise until the fault is gone.',
      'The deepening course is open to professionals from any sector. The government programme is written for one service at a time, and only that service can request it.',
    ],
    question: 'Would you like to train your own team?',
  },
  investigations: {
    description:
      'Investigations training: a management course for those who commission inquiries, and a Level 4 certificate for those who carry them out.',
    lead: 'One course for the people who conduct an inquiry, one for the people who direct it.',
    choice: 'The same cases, from two chairs',
    paragraphs: [
      'Investigators need a craft that stands up in front of a lawyer. Managers need to know what an investigation can find out, what it costs and when to end it.',
      'Both courses work on the same cases, so that each side learns to read the other’s file. Organisations often send one person to each.',
    ],
    question: 'Not sure which of the two fits?',
  },
  intelligence: {
    description:
      'Organisation of intelligence departments and personal-protection teams in three months, built to be rebuilt in two weeks when people leave.',
    lead: 'We train the people and build the department with them.',
    choice: 'A department, or a team that protects',
    paragraphs: [
      'Each programme ends with a working unit: posts filled, procedures written, first tasks completed. It is held for one organisation at a time, for the most part on its own premises.',
      'People leave every team. What we put in place can be rebuilt within two weeks, by a plan that is rehearsed before the hand-over.',
    ],
    question: 'Do you plan a department or a team?',
  },
} satisfies Readonly<Record<CourseCategory, unknown>>;
