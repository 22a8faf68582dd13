import type { Course } from '@isa/api-contract';
import { addressOf } from './address';

export const intelligenceCourses: readonly Course[] = [
  {
    ...addressOf('isa-intelligence-course-1'),
    category: 'intelligence',
    name: 'Organisation of Intelligence Departments and Teams',
    summary:
      'We build a working department with you in three months: structure, people, procedures and the first operations under supervision.',
    facts: {
      audience: 'Organisations that found a department',
      duration: 'Three months',
      place: 'For the most part at your own site',
      group: 'One department at a time',
      language: 'English, or through your interpreters',
    },
    audience:
      'Companies, agencies and public bodies that are setting up an intelligence, surveillance or investigation department, or have one that no longer delivers. The course is taken by the department, with its future head present throughout.',
    duration: 'Three months from the first workshop to the hand-over.',
    place:
      'For the most part at your own site, where the department will work; field phases at our headquarters or at an agreed base.',
    notice: null,
    content:
      '<p>A department needs a mandate, fixed routines, and rules for accepting and refusing tasks. We organise it <strong>in three months</strong> and stay until it has run its first tasks without us.</p><p>People leave; a department must survive that. Files, roles and training are arranged so that after a turnover of <strong>up to 40%</strong> of its members the team can be <strong>rebuilt in two weeks</strong>. We test this before the hand-over: four posts in ten are vacated on paper, and the rebuild is timed.</p>',
    aims: [
      'A written mandate, approved by those who will task the department',
      'Selected and trained staff in every post, with a deputy for each',
      'Procedures for tasking, sources, analysis, dissemination and storage that match ISO 9001 and ISO 27001',
      'First live tasks completed under supervision',
      'A rebuild plan that works within two weeks after up to 40% turnover',
    ],
    modules: [
      {
        title: 'Month 1: Mandate and people',
        points: [
          'Interviews with those who will use the product',
          'Structure, posts and the legal basis',
          'Selection: tests, vetting and trial days',
        ],
      },
      {
        title: 'Month 2: Craft',
        points: [
          'Collection from open sources, people and observation',
          'Analysis, grading and writing for decision-makers',
          'Surveillance drills with the department’s own vehicles and ground',
        ],
      },
      {
        title: 'Month 3: Operation',
        points: [
          'Live tasks with an instructor at each desk',
          'Security of premises, devices and conversation',
          'Rebuild test, final report and hand-over',
        ],
      },
      {
        title: 'After the hand-over',
        points: [
          'Review after six months',
          'Two-week rebuild on call after staff turnover',
          'Train-the-trainer for your own instructors',
        ],
      },
    ],
    provided: [
      'Project lead and two instructors for the whole three months',
      'Handbook of the department: roles, procedures, forms',
      'Selection tests and training plans to keep using',
      'Rebuild plan and the record of its test',
    ],
    apply:
      'Tell us on the contact form what the department should be able to do that you cannot do today. A first conversation is free and can be held under a confidentiality agreement of yours or ours.',
  },
  {
    ...addressOf('isa-intelligence-course-2'),
    category: 'intelligence',
    name: 'Departments and Teams for Personal Protection',
    summary:
      'Close protection supported by its own intelligence and covert cover: visible officers, unseen operators and one desk that connects them.',
    facts: {
      audience: 'Protection departments and their heads',
      duration: 'Three months',
      place: 'The principal’s routes and your own site',
      group: 'One team at a time',
      language: 'English, or through your interpreters',
    },
    audience:
      'Companies, families and institutions that keep a protection team; protection firms that want a covert capability; heads of security who must join physical protection with early warning.',
    duration:
      'Three months for a new team. An existing team is assessed first and trained for as long as the assessment shows to be necessary.',
    place:
      'Along the principal’s real routes and at the client’s site, with weapons-free drills at our headquarters or an agreed base.',
    notice: null,
    content:
      '<p>Close protection deters attackers, but it seldom warns early. This programme organises a protection department that works in <strong>mixed covert procedures</strong>: an overt team close to the principal, a covert team around both, and an intelligence desk that looks ahead of the day’s diary.</p><p>Protection teams change faster than other teams, because good officers are hired away. The department is therefore built so that it can be <strong>rebuilt in two weeks after a turnover of up to 25%</strong> without a gap in the principal’s cover.</p>',
    aims: [
      'One command for overt and covert protection, with clear rules for who may show themselves and when',
      'Detection of hostile reconnaissance before it becomes an approach',
      'Advance work that reaches the team as a two-page plan rather than as a folder',
      'Private life respected: the principal knows what is recorded, where and for how long',
      'Cover without interruption while up to 25% of the team is replaced within two weeks',
    ],
    modules: [
      {
        title: 'Threat and routine',
        points: [
          'Profile of the principal, household and workplace',
          'Finding the predictable hour in an unpredictable diary',
          'Standing risks, live threats and how they are told apart',
        ],
      },
      {
        title: 'The overt team',
        points: [
          'Formations, embus and debus, venues',
          'Medical, fire and communications duties',
          'Manner: firm and inconspicuous',
        ],
      },
      {
        title: 'The covert team',
        points: [
          'Screening a route ahead of the principal',
          'Counter-surveillance from outside the formation',
          'Mixed procedures: moving from covert to overt and back',
        ],
      },
      {
        title: 'The intelligence desk',
        points: [
          'Daily picture, travel briefs, online exposure',
          'Correspondence and unwanted contact',
          'Working with the police',
        ],
      },
      {
        title: 'Proof',
        points: [
          'Unannounced tests on real routes',
          'A replacement exercise: a quarter of the posts filled anew',
          'Report to the principal and the head of security',
        ],
      },
    ],
    provided: [
      'Assessment of the principal’s routes and premises',
      'Standing orders, route cards and reporting forms',
      'Covert radio equipment for the training period',
      'Role-players for hostile reconnaissance',
      'Individual certificates and a report on the team',
    ],
    apply:
      'Please write without naming the principal. Give us a country, the size of the team and a way to reach you; we will call back from headquarters and agree how to continue.',
  },
];
