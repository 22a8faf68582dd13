/** The slider of §9 shows three of five cards; names of serving instructors must not be invented. */
export const team = [
  {
    name: 'The Colonel',
    role: 'CEO and founder',
    description:
      'Former police colonel and private detective. Opens every course and reads every final report himself.',
    portrait: 'founder',
  },
  {
    name: 'Relay',
    role: 'Instructor, mobile surveillance',
    description:
      'Fourteen years in surveillance vehicles, nine of them as team leader. Teaches the five cars and the van.',
    portrait: 1,
  },
  {
    name: 'Harbour',
    role: 'Instructor, foot surveillance',
    description:
      'Has worked in railway stations, markets and courtrooms. Films your walk and shows you what gives you away.',
    portrait: 2,
  },
  {
    name: 'Ledger',
    role: 'Instructor, investigations and evidence',
    description: 'A detective turned fraud examiner. Plays the opposing lawyer in the moot hearing.',
    portrait: 3,
  },
  {
    name: 'Lantern',
    role: 'Instructor, protection and counter-surveillance',
    description:
      'Led advance teams for principals on three continents. Finds the predictable hour in any diary.',
    portrait: 4,
  },
] as const;
