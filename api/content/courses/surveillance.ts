import type { Course } from '@isa/api-contract';
import { addressOf } from './address';

export const surveillanceCourses: readonly Course[] = [
  {
    ...addressOf('isa-surveillance-course-6'),
    category: 'surveillance',
    name: 'Surveillance: Deepening Course for Professionals',
    summary:
      'Four weeks on foot and in vehicles for operators who already work and want to be less visible, decide faster and report better.',
    facts: {
      audience: 'Operators with a year of field work',
      duration: 'Four weeks',
      place: 'Headquarters, your site or an agreed base',
      group: '8 to 12 operators',
      language: 'English',
    },
    audience:
      'Surveillance operators, detectives, corporate and insurance investigators and close-protection staff with at least one year of field work. Beginners are better served by the online course, which covers the same vocabulary from the start.',
    duration:
      'Four weeks, Monday to Friday, with three night exercises and one exercise that runs for 36 hours.',
    place: 'At our headquarters, at your own site, or at a base agreed with you in a town of your choice.',
    notice: null,
    content:
      '<p>Most failed surveillance was lost before anybody left the briefing room. In our experience <strong>90% of success is the preparation of the human factor</strong>: who is on the team, what each of them has rehearsed, and what they do without being told when the radio falls silent.</p><p>The course therefore spends its first week on people rather than on equipment. Each operator is filmed on foot, watches the footage with an instructor and agrees three habits to lose. Everything that follows is built on that record, and the last exercise is measured against it.</p><p>Vehicle work is taught with a full team: <strong>at least five cars and one van</strong>. Fewer vehicles teach improvisation; five and a van teach the rotation that keeps any one of them out of the mirror.</p>',
    aims: [
      'Follow one subject on foot through a town centre for two hours without the same face appearing twice in ten minutes',
      'Run a mobile follow with five cars and a van, handing over the lead on a spoken plan rather than on instinct',
      'Recognise counter-surveillance early and withdraw so that nothing is confirmed',
      'Keep a log that a court, a client and a colleague can each rely upon',
      'Lead a team of eight from briefing to debrief',
    ],
    modules: [
      {
        title: 'The operator',
        points: [
          'Appearance, gait and habits: filmed self-assessment',
          'Cover stories that survive a second question',
          'Fatigue, boredom and the decisions they cause',
        ],
      },
      {
        title: 'Foot surveillance',
        points: [
          'ABC formations, cornering and crossing drills',
          'Shops, lifts, stations and other closed spaces',
          'Public transport with a team of four',
        ],
      },
      {
        title: 'Mobile surveillance',
        points: [
          'Lead, tail and backing positions with five cars and one van',
          'Junctions, roundabouts, dual carriageways and rural roads',
          'Changing from vehicle to foot and back in under a minute',
        ],
      },
      {
        title: 'Static posts and night work',
        points: [
          'Choosing, occupying and leaving an observation post',
          'The van as a post: ventilation, light and endurance',
          'Low light: what the eye, the lens and the witness can honestly claim',
        ],
      },
      {
        title: 'Counter-surveillance',
        points: [
          'Reading a subject who is checking',
          'Choke points, stair-steps and other tests',
          'Withdrawal, re-engagement and the honest report of a loss',
        ],
      },
      {
        title: 'Law, log and evidence',
        points: [
          'Necessity, proportionality and collateral intrusion',
          'Logs, exhibits and the handling of images',
          'Giving evidence: a moot hearing with an advocate',
        ],
      },
    ],
    provided: [
      'Radios with covert earpieces, cameras and the training vehicles',
      'Course manual, route cards and log books',
      'Printed volumes 1 and 2 to keep',
      'A written assessment by two instructors',
      'Certificate of completion, issued under our ISO 9001 and ISO 27001 procedures',
    ],
    apply:
      'Write to us through the contact form with your present role, your years of field work and the dates that would suit you. We answer within two working days and hold a short call before we confirm a place.',
  },
  {
    ...addressOf('isa-surveillance-course-8'),
    category: 'surveillance',
    name: 'Surveillance at Government Level: Organised Crime, Police and Close Protection',
    summary:
      'A programme written for one service at a time. It is offered only on request by government bodies, and its duration is set by contract.',
    facts: {
      audience: 'Government bodies only, on request',
      duration: 'By contract',
      place: 'A site of the service, or an agreed base',
      group: 'One unit at a time',
      language: 'English, or through your interpreters',
    },
    audience:
      'Surveillance units of the police, units that work against organised crime, and close-protection services of government. Applications are accepted from the service, never from an individual.',
    duration:
      'By contract. Past programmes were agreed phase by phase, each with its own aims and its own test.',
    place:
      'At a site of the requesting service, at our headquarters, or at a base that both sides have agreed in writing.',
    notice:
      'This course is offered only on request by government bodies. Private applications cannot be considered.',
    content:
      '<p>Every service has its own subjects, law and ground, so there is no ready-made timetable. The work begins with a survey: two instructors spend time with the unit, read what may be read, and write down where the unit loses subjects, time or people.</p><p>The syllabus is agreed from that survey and becomes an annex to the contract, with the number of training days, the standard to be reached and the way in which it will be tested. What is learnt about the unit stays with the unit: material is handled under ISO 27001, and our copies are destroyed at the end on a signed list.</p>',
    aims: [
      'Bring a unit to one common standard, so that any two of its teams can be merged at an hour’s notice',
      'Work against subjects who expect surveillance and employ people to look for it',
      'Join the surveillance picture with the close-protection plan in a single command',
      'Leave behind instructors of your own, who can repeat the training without us',
    ],
    modules: [
      {
        title: 'Survey and standard',
        points: [
          'Audit of current practice, equipment and command',
          'Selection criteria for operators and team leaders',
          'A written standard, owned by the service',
        ],
      },
      {
        title: 'Surveillance against organised crime',
        points: [
          'Groups with lookouts, safe houses and counter-surveillance of their own',
          'Long operations: shifts, cover and the welfare of operators',
          'Co-operation with technical units and informant handlers',
        ],
      },
      {
        title: 'Police operations',
        points: [
          'From surveillance to arrest: control of the last hundred metres',
          'Hand-over between districts and across borders',
          'Authorisation, review and disclosure',
        ],
      },
      {
        title: 'Close protection at government level',
        points: [
          'Protective surveillance ahead of and around a principal',
          'Detecting hostile reconnaissance on fixed routes',
          'Residences, venues and the journey between them',
        ],
      },
      {
        title: 'Command exercise',
        points: [
          'A scenario of several days with role-players',
          'Independent umpires and a timed record',
          'Findings presented to the head of the service',
        ],
      },
    ],
    provided: [
      'Survey report with findings in order of urgency',
      'Syllabus, lesson plans and test papers for further use by the service',
      'Role-players, umpires and exercise control',
      'A confidential report on the unit, addressed to one named recipient',
    ],
    apply:
      'The request must come from the service on official letterhead or from an official address. Please name a point of contact and nothing more: we will propose a secure way to continue.',
  },
];
