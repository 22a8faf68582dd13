/** The slider of §9 shows three of five cards. The instructors are described by their posts: no career is invented. */
export const team = [
  {
    name: 'The Colonel',
    role: 'CEO and founder',
    description:
      'Former police colonel and private detective. Opens every course and reads every final report himself.',
    portrait: 'founder',
  },
  {
    name: 'Mobile surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches the five cars and the van: following, changing places, handing over. Every participant drives, navigates and leads.',
    portrait: 1,
  },
  {
    name: 'Foot surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches in stations, markets and shopping streets. Films your walk and shows you what gives you away.',
    portrait: 2,
  },
  {
    name: 'Investigations and evidence',
    role: 'Instructor’s post',
    description:
      'Teaches notes, exhibits and reports that stand up in court, and plays the opposing lawyer in the moot hearing.',
    portrait: 3,
  },
  {
    name: 'Protection and counter-surveillance',
    role: 'Instructor’s post',
    description:
      'Teaches advance work and the detection of surveillance. Finds the predictable hour in any diary.',
    portrait: 4,
  },
] as const;
