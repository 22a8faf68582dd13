import { pence } from '@isa/api-contract';

export const consultancyTypes = [
  {
    title: 'Operational consultancy',
    text: 'For a case that is planned or has stalled. We read the file with the team leader, visit the ground where we may, and test the plan against what the subject is likely to do.',
    result: 'an annotated plan within five working days, with the decisions that only you can take marked.',
  },
  {
    title: 'Organisational consultancy',
    text: 'For departments that are being founded, merged or repaired: posts, shifts, vehicles, command and the way in which tasks arrive. The full programme organises a department in 3 months; the consultancy shows whether you need it.',
    result: 'a report on structure and staffing, and a timetable that your budget can bear.',
  },
  {
    title: 'Protection consultancy',
    text: 'For principals, families and boards. We examine routine, premises and online exposure from an attacker’s point of view, and agree beforehand what may be tested.',
    result: 'a confidential briefing in person, and a list of measures ranked by effect and cost.',
  },
  {
    title: 'Procedural consultancy',
    text: 'For units whose work must stand up to audit or court: logs, exhibits, authorisations, retention and the security of information, aligned with ISO 9001 and ISO 27001.',
    result: 'forms and procedures in your own format, and a trial audit before the real one.',
  },
] as const;

/** Of each promotion (specification §9). */
export const promotionPrice = pence(13000);

export const promotions = [
  {
    title: 'Both book volumes',
    text: 'For managers who want to know what a team should be able to do.',
    receive: [
      'Volumes 1 and 2 in print, sent before the conversation',
      'One hour with a consultant about your own case, by video',
      'A written summary of the advice',
    ],
  },
  {
    title: 'Online course plus both volumes',
    text: 'For one operator who learns at a desk, beside the work.',
    receive: [
      'Premium access to all 33 online lessons',
      'Volumes 1 and 2 in print',
      'A study plan for the two together, without a consultation',
    ],
  },
  {
    title: 'Attending the training',
    text: 'For organisations that want to see a course before they send a team.',
    receive: [
      'One day on a running course for one observer',
      'Half an hour with the instructor at the end of the day',
      'The sum is deducted when you book a course',
    ],
  },
] as const;
