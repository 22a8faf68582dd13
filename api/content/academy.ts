import { academy as company, type AcademyContent, type TeamMember } from '@isa/api-contract';

/** Raise it with each change of this file, and never lower it. */
export const ACADEMY_REVISION = 1;

/** The training team. The instructors are described by their posts: no career is invented. */
export const team: readonly TeamMember[] = [
  {
    id: 1,
    name: 'The Colonel',
    role: 'CEO and founder',
    description:
      'Former police colonel and private detective. Opens every course and reads every final report himself.',
  },
  {
    id: 2,
    name: 'Mobile surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches the five cars and the van: following, changing places, handing over. Every participant drives, navigates and leads.',
  },
  {
    id: 3,
    name: 'Foot surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches in stations, markets and shopping streets. Films your walk and shows you what gives you away.',
  },
  {
    id: 4,
    name: 'Investigations and evidence',
    role: 'Instructor’s post',
    description:
      'Teaches notes, exhibits and reports that stand up in court, and plays the opposing lawyer in the moot hearing.',
  },
  {
    id: 5,
    name: 'Protection and counter-surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches advance work and the detection of surveillance. Finds the predictable hour in any diary.',
  },
];

/** Staff enter what a buyer can check; until then the site says "available on request". */
export const academy: AcademyContent = {
  founderProfile: company.network.founder,
  companyContact: null,
  qualityNumber: null,
  qualityBody: null,
  qualityScope: null,
  securityNumber: null,
  securityBody: null,
  securityScope: null,
  companyNumber: null,
  insurance: null,
  vetting: null,
  dataHandling: null,
  references: null,
};
