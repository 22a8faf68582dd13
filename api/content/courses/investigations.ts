import type { Course } from '@isa/api-contract';
import { addressOf } from './address';

export const investigationsCourses: readonly Course[] = [
  {
    ...addressOf('isa-investigations-course-3'),
    category: 'investigations',
    name: 'Level 4 Certificate in Investigations',
    summary:
      'A certificate course at Level 4 for students with a military, police or related background who are moving into investigation as a profession.',
    facts: {
      audience: 'Military, police or related background',
      duration: 'Twelve weeks',
      place: 'Two weeks at headquarters, then where you work',
      group: '8 to 16 students',
      language: 'English',
    },
    audience:
      'Students with a military, police or related background: prison, border, customs, fire, intelligence or regulated security work. Others may apply with evidence of comparable experience.',
    duration:
      'Twelve weeks: two residential weeks, eight weeks of guided study beside your work, two weeks of assessment.',
    place:
      'Residential weeks at our headquarters or at an agreed base; guided study wherever you are. Closed groups can be taught at the client’s site.',
    notice: 'You will be asked for proof of service or of comparable experience before a place is confirmed.',
    content:
      '<p>Service teaches observation, discipline and calm. This certificate teaches what service does not: work without police powers, without a legal department and for a paying client.</p><p>The course is set and assessed at Level 4, the level of a first year in higher education. Each unit ends in work that is marked against published criteria: a planned inquiry, a recorded interview, a surveillance log, an evidence bundle and a report. Nothing is passed by attendance alone.</p>',
    aims: [
      'Plan and carry out a private investigation within the law from instruction to report',
      'Interview witnesses and persons of interest using the PEACE model',
      'Collect open-source material so that another person can repeat and verify it',
      'Prepare an evidence bundle that a solicitor can use without rewriting it',
      'Translate service experience into civilian practice, including what must be left behind',
    ],
    modules: [
      {
        title: 'Unit 1: Law and ethics of private investigation',
        points: [
          'Human rights, data protection and protection from harassment',
          'Trespass, deception and the limits of a pretext',
          'Professional conduct, insurance and contracts',
        ],
      },
      {
        title: 'Unit 2: Inquiry and open sources',
        points: [
          'Company, court and land records',
          'Social media: capture, verification, attribution',
          'Tracing people, fairly and lawfully',
        ],
      },
      {
        title: 'Unit 3: Interviewing',
        points: [
          'Preparation, account, clarification, challenge, closure',
          'Vulnerable witnesses and interpreters',
          'Statements that carry the witness’s own words',
        ],
      },
      {
        title: 'Unit 4: Surveillance for investigators',
        points: [
          'Deciding whether surveillance is justified at all',
          'One- and two-person follows; static observation',
          'Logs, photographs and their place in the file',
        ],
      },
      {
        title: 'Unit 5: Evidence and report',
        points: [
          'Continuity, exhibits and disclosure',
          'Structure, style and the separation of fact from opinion',
          'Cross-examination on your own report',
        ],
      },
    ],
    provided: [
      'A personal tutor, reachable on working days throughout the twelve weeks',
      'Study guide, reading list and access to the case library',
      'Two assessed practical exercises with written feedback',
      'Level 4 certificate with a transcript of units for those who pass',
    ],
    apply:
      'Apply on the contact form with a short account of your service and its dates. We will send the entry form, the assessment criteria and the next intake; a telephone interview decides.',
  },
  {
    ...addressOf('isa-investigations-course-1'),
    category: 'investigations',
    name: 'Management of Investigations',
    summary:
      'Five days for managers, directors and team leaders who commission investigations, answer for their cost and decide on their result.',
    facts: {
      audience: 'Managers, directors and team leaders',
      duration: 'Five days',
      place: 'Headquarters, your offices or an agreed base',
      group: '6 to 14 participants',
      language: 'English',
    },
    audience:
      'Managers, directors and team leaders in security, compliance, audit, insurance and human resources, and heads of investigation units. No field experience is expected; responsibility for other people’s work is.',
    duration:
      'Five consecutive days, or two modules of three days for groups that cannot be away for a week.',
    place: 'At our headquarters, at the offices of the client, or at a base agreed between us.',
    notice: null,
    content:
      '<p>Most investigations that fail do so for one of three reasons: the question was never written down, nobody decided when to stop, or the finding arrived in a form that could not be used.</p><p>This course is about those decisions. Participants work through one case from the first complaint to the board paper, on a limited budget and with contradictory witnesses. Each exercise produces a document that can be used at work.</p>',
    aims: [
      'Turn a suspicion into a question that can be answered, with a limit on time and money',
      'Choose between an internal inquiry, a private investigator and the police, and explain the choice',
      'Read a surveillance log or an interview note critically',
      'Keep the inquiry lawful, proportionate and fair to the person it concerns',
      'Close a case so that it stays closed',
    ],
    modules: [
      {
        title: 'Taking the case',
        points: [
          'First 24 hours: preserve, record, limit the circle',
          'Terms of reference on one page',
          'Conflicts of interest, privilege and when to call a lawyer',
        ],
      },
      {
        title: 'Planning and cost',
        points: [
          'Hypotheses, lines of inquiry and stop conditions',
          'What a day of surveillance costs and what it can prove',
          'Buying investigation services: tender, contract, data protection',
        ],
      },
      {
        title: 'Directing people',
        points: [
          'Briefings that survive contact with the case',
          'Supervising sources, interviews and searches you do not attend',
          'Stress, loyalty and the pressure to produce a result',
        ],
      },
      {
        title: 'Judging the product',
        points: [
          'Grading information and its source',
          'Finding the gap in a chain of evidence',
          'Statistics, screenshots and other things that look like proof',
        ],
      },
      {
        title: 'Reporting and closing',
        points: [
          'Reports for boards, courts, insurers and regulators',
          'Disciplinary use and the rights of the person concerned',
          'Retention, lessons learnt and follow-up',
        ],
      },
    ],
    provided: [
      'Case file with all documents of the running exercise',
      'Templates: terms of reference, decision log, investigation plan, closing report',
      'One hour of individual advice on a question of your own, in confidence',
      'Certificate of attendance',
    ],
    apply:
      'Send the contact form with your role and the size of the team that you answer for. Groups of six or more from one organisation can have the course to themselves, on dates of their choice.',
  },
];
