import { CURRENCY, FIRST_LESSON_ID, type Lesson, LESSON_PRICE, paths } from '@isa/api-contract';

/** The six topics of Basic Covert Surveillance, in teaching order. */
export const lessonTopics = [
  'Law, ethics and proportionality',
  'Preparation and the human factor',
  'Static observation',
  'Foot surveillance',
  'Mobile surveillance',
  'Evidence, reporting and debrief',
] as const;

type Topic = (typeof lessonTopics)[number];
type Draft = readonly [title: string, duration: `${number}:${number}`, summary: string];

const curriculum: Readonly<Record<Topic, readonly Draft[]>> = {
  'Law, ethics and proportionality': [
    [
      'What covert surveillance is, and what it is not',
      '14:20',
      'Where observation ends and intrusion begins: directed, intrusive and casual observation told apart, with the three questions every operator answers before leaving the office.',
    ],
    [
      'Authority: who may ask, who may approve',
      '18:45',
      'A task without authority is trespass with a notebook. Who can lawfully commission surveillance in the public and the private sector, and what a sound instruction contains.',
    ],
    [
      'Necessity and proportionality in practice',
      '21:10',
      'Two words that decide most court challenges. We work through four requests, refuse one, narrow two and write the reasons down in a form that a judge can follow.',
    ],
    [
      'Private life, data protection and bystanders',
      '19:35',
      'Every camera sees more people than it was sent for. How to plan for collateral intrusion, what personal data an operation creates, and when it must be destroyed.',
    ],
    [
      'The operator’s own conduct',
      '12:50',
      'Traffic law, harassment, honest identity and the limits of a cover story. What an operator may never do, however good the evidence on the other side of the door.',
    ],
  ],
  'Preparation and the human factor': [
    [
      'Ninety per cent is preparation',
      '16:05',
      'Nine operations in ten are decided before anyone starts an engine. The preparation cycle from instruction to briefing, and the human factor that runs through all of it.',
    ],
    [
      'Choosing and pairing a team',
      '17:30',
      'Patience, eyesight, temper, local knowledge: how to read the people you have, pair them so that they cover each other’s weak sides, and say no to the wrong volunteer.',
    ],
    [
      'Reading the ground before the day',
      '22:15',
      'A reconnaissance of one street, from map sheet to pavement: approaches, sightlines, parking, light, dead ground and the people who will notice a stranger first.',
    ],
    [
      'The subject profile',
      '15:40',
      'From a name and a photograph to a working profile: routine, transport, associates and habits, each entry graded for reliability and kept no longer than the task needs it.',
    ],
    [
      'Briefing: five headings, one page',
      '18:00',
      'Information, intention, method, administration, communications. A briefing that a tired team can repeat back, with the abort criteria said aloud before anything else.',
    ],
    [
      'Fatigue, boredom and attention',
      '13:25',
      'The third hour costs more operations than the first. What attention research says about watch length, relief, food and sleep, and how a team leader plans around it.',
    ],
  ],
  'Static observation': [
    [
      'Choosing an observation post',
      '20:40',
      'View, cover, access, escape and a reason to be there. Five candidate positions around one address are scored against each other, and the most obvious one loses.',
    ],
    [
      'The vehicle as an observation post',
      '17:55',
      'Glass, condensation, engine heat and a driver who never leaves: what gives a parked vehicle away, and the quiet routines that let it stay for a working day.',
    ],
    [
      'Optics, focal length and light',
      '23:05',
      'What two hundred millimetres can prove at eighty metres, and what it cannot. Choosing lens, support and exposure so that a face stays a face at dusk and through glass.',
    ],
    [
      'Describing what you see',
      '14:55',
      'A to H for people, vehicles by what cannot be changed quickly: a shared language of description that lets one operator recognise what another has only heard.',
    ],
    [
      'Keeping the observation log',
      '16:50',
      'Time, place, fact, initials. How a log is opened, kept, corrected and closed so that it supports the pictures and survives a hostile reading two years later.',
    ],
  ],
  'Foot surveillance': [
    [
      'The single-handed follow and its limits',
      '15:15',
      'One person can lose a subject in a hundred metres or be noticed in two. What a lone operator can honestly achieve, and the point at which the task must be handed back.',
    ],
    [
      'The three-person team',
      '21:30',
      'Eyeball, backing, tail-end: three positions that rotate so that no face stays behind the subject for long. Drawn on the map first, then walked through a market town.',
    ],
    [
      'Corners, crossings and dead ends',
      '18:35',
      'The places where teams come apart. Three ways to take a corner, what to do when the lights change between you, and why a dead end belongs to the map and not to the feet.',
    ],
    [
      'Shops, stations and public transport',
      '24:10',
      'Doors that close, lifts that fill, trains that leave. Planning for enclosed places, buying the ticket early, and agreeing beforehand who stays with the subject and who does not.',
    ],
    [
      'Voice procedure on foot',
      '16:20',
      'Short, plain and in the right order: handing over the eyeball, acknowledging, reporting a loss. Drills for a conversation that nobody on the pavement notices.',
    ],
    [
      'Losing the subject well',
      '13:45',
      'A loss is a decision, not a disaster. How to call it, search in a pattern from the last confirmed sighting, and stop before the search itself gives the operation away.',
    ],
  ],
  'Mobile surveillance': [
    [
      'Building a mobile team',
      '19:20',
      'Cars, van, motorcycle, foot operators inside: what each vehicle is for, how many a real task needs, and what to tell a client who is paying for half of that.',
    ],
    [
      'Positions in the convoy',
      '22:45',
      'Who sees, who supports, who waits for the turn nobody expected. The convoy drawn at motorway, main road and village speed, with the distances that the Highway Code leaves us.',
    ],
    [
      'Commentary that the last car can use',
      '17:05',
      'Location, direction, speed, intention. A running commentary that paints the road for drivers who cannot see it, practised until the silences carry meaning as well.',
    ],
    [
      'Junctions, roundabouts and motorways',
      '23:40',
      'A catalogue of the places where a subject can choose. For each: who commits, who holds back, how the team re-forms, and what it never does to stay in contact.',
    ],
    [
      'From wheels to feet and back',
      '18:25',
      'The moment a car stops is the moment most teams fail. Deploying foot operators, keeping the vehicles useful, and gathering everybody again without a crowd at the kerb.',
    ],
    [
      'Recognising anti-surveillance',
      '20:05',
      'Habits, accidents and deliberate checks look alike from behind. How to tell them apart calmly, report them without drama and withdraw when the risk outweighs the purpose.',
    ],
  ],
  'Evidence, reporting and debrief': [
    [
      'Photographs and film as evidence',
      '19:50',
      'From shutter to exhibit: original files, clocks that agree, continuity and hashes. Why the sharpest picture is worthless when nobody can say where it has been since.',
    ],
    [
      'Statements and the surveillance report',
      '21:55',
      'What was seen, by whom, from where; then, separately, what it may mean. A report built paragraph by paragraph from one day’s log, images and notes.',
    ],
    [
      'Handling, retention and destruction',
      '14:35',
      'Material has a life: received, recorded, reviewed, disclosed, destroyed. A simple register that keeps an investigation honest and an auditor short of questions.',
    ],
    [
      'The debrief that improves the team',
      '15:30',
      'No rank, no blame, one page. Four questions asked while memories are fresh, and a method of turning the answers into a change that the next briefing can show.',
    ],
    [
      'A full day, from instruction to report',
      '27:15',
      'The whole course in one exercise: a lawful instruction, a reconnaissance, a morning on foot, an afternoon on wheels and a report on the client’s desk the next day.',
    ],
  ],
};

/** The 33 lessons of the online course (specification §3): ids 1001 to 1033, video and content fields empty. */
export const lessons: readonly Lesson[] = lessonTopics
  .flatMap((topic) => curriculum[topic].map((draft) => ({ topic, draft })))
  .map(({ topic, draft: [title, duration, summary] }, index) => {
    const id = FIRST_LESSON_ID + index;
    return {
      id,
      title,
      summary,
      topic,
      durationSeconds: seconds(duration),
      trailerVideoSrc: '',
      courseVideoSrc: '',
      content: '',
      link: paths.lesson(id),
      price: LESSON_PRICE,
      currency: CURRENCY,
      imgSrc: `/art/lesson-${id}.svg`,
    };
  });

/** `"14:20"` → 860. */
function seconds(duration: string): number {
  const [minutes = '0', rest = '0'] = duration.split(':');
  return Number(minutes) * 60 + Number(rest);
}
