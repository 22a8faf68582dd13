import { pence } from '@isa/api-contract';

export const consultancyTypes = [
  {
    title: 'Operational consultancy',
    text: 'For a case that is planned or has stalled. We read the file with the team leader, walk the ground where we may, and test the plan against what the subject is likely to do.',
    result:
      'an annotated plan within five working days, with the decisions that are yours alone marked as such.',
  },
  {
    title: 'Organisational consultancy',
    text: 'For departments that are being founded, merged or repaired: posts, shifts, vehicles, command and the way in which tasks arrive. The full programme organises a department in 3 months; the consultancy shows whether you need it.',
    result: 'a report on structure and staffing, and a timetable that your budget can bear.',
  },
  {
    title: 'Protection consultancy',
    text: 'For principals, families and boards. We look at routine, premises and online exposure from the outside, as somebody with bad intentions would, and agree beforehand what may be tested.',
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
    text: 'An introductory consultation of one hour, prepared with volumes 1 and 2, which are yours to keep.',
  },
  {
    title: 'Online course plus both volumes',
    text: 'The introductory consultation for teams who learn at their desks: all 33 lessons for one person, and volumes 1 and 2 in print.',
  },
  {
    title: 'Attending the training',
    text: 'The introductory consultation in the field: one of you attends a day of a running course and discusses it with the instructor afterwards.',
  },
] as const;
