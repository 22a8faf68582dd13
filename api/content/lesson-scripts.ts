import { FIRST_LESSON_ID, lessonNumber } from '@isa/api-contract';
import { lessons } from './lessons';
import type { Cue } from './media/web-vtt';

/**
 * Three sentences for each lesson's built-in clip, which its captions and chapters repeat. Imported recordings have
 * their own captions.
 */
const scripts: readonly (readonly [string, string, string])[] = [
  [
    'Covert means unnoticed. It never means unaccountable.',
    'Directed, intrusive, casual: three kinds of looking, three thresholds.',
    'Ask what is needed, who is affected and who has agreed.',
  ],
  [
    'No written instruction, no operation.',
    'The person who approves is never the person who profits.',
    'An instruction names a purpose, an end date and a reviewer.',
  ],
  [
    'Necessary: would the purpose fail without it?',
    'Proportionate: is there a gentler way to the same answer?',
    'Write the reasons down before the start, not after the complaint.',
  ],
  [
    'List everyone the lens may see, not only the subject.',
    'Collect what the task needs and nothing that it does not.',
    'Decide the day of destruction on the day of collection.',
  ],
  [
    'Traffic law applies to the operator as to anyone else.',
    'A cover story explains a presence. It never obtains consent.',
    'Stop when the method would shame the result.',
  ],
  [
    'Instruction, feasibility, reconnaissance, plan, briefing.',
    'Plans fail at people first: ask who will be tired, and when.',
    'A refused operation is also a result.',
  ],
  [
    'Choose patience before talent.',
    'Pair people whose weak sides do not overlap.',
    'Rotate early, so that no one becomes a fixture.',
  ],
  [
    'Read the map, then walk it at the hour of the task.',
    'Mark approaches, sightlines, light and dead ground.',
    'Find the neighbour who notices everything, and plan around them.',
  ],
  [
    'Routine, transport, associates, habits.',
    'Grade each entry: how do we know, and how sure are we?',
    'A profile is a tool. Return it to the drawer, then destroy it.',
  ],
  [
    'Information, intention, method, administration, communications.',
    'Say the abort criteria first, and say them aloud.',
    'Ask the quietest person in the room to repeat it back.',
  ],
  [
    'Attention falls after twenty minutes and fails in the third hour.',
    'Plan reliefs as carefully as routes.',
    'A rested observer sees more than a keen one.',
  ],
  [
    'View, cover, access, escape, and a reason to be there.',
    'Score every position. Distrust the obvious one.',
    'Ask permission, and record who gave it.',
  ],
  [
    'Condensation, heat and wear on the tyres tell a story.',
    'Park where parking is ordinary.',
    'Arrive and leave as two different people would.',
  ],
  [
    'Choose the lens for the distance, and the support for the lens.',
    'Expose for the face and let the street go dark.',
    'Recognition is not identification. Say which you have.',
  ],
  [
    'From head to shoes, always in the same order.',
    'Describe what cannot be changed in a minute.',
    'Leave out what you only suppose.',
  ],
  [
    'Time, place, fact, initials.',
    'Strike out once, legibly, and sign the correction.',
    'Close the log before anyone goes home.',
  ],
  [
    'One pair of eyes, one pair of shoes: know the limit.',
    'Distance follows the crowd, not the rulebook.',
    'Hand back the task before it is lost for good.',
  ],
  [
    'Eyeball, backing, tail-end: three jobs, one picture.',
    'Rotate at corners, where change is natural.',
    'Whoever has the view has the voice.',
  ],
  [
    'Never round a corner faster than the person in front.',
    'When the lights divide you, the far side takes over.',
    'A dead end is read on the map, not discovered on foot.',
  ],
  [
    'Doors, lifts and trains decide for you: decide earlier.',
    'Carry the ticket, the card and the coins.',
    'One stays, one leaves, one calls. Agree on who beforehand.',
  ],
  [
    'Location, direction, intention, and then silence.',
    'Offer the view, hear it taken, and only then drop back.',
    'Say "loss" the moment that you think it.',
  ],
  [
    'A loss that is called early is half repaired.',
    'Search outwards from the last confirmed sighting.',
    'Set a time to stop, and keep to it.',
  ],
  [
    'Five cars and a van: what each of them is for.',
    'Every vehicle left at home is a turning left uncovered.',
    'Tell the client before the task, not after the loss.',
  ],
  [
    'First car sees, second car supports, third car waits.',
    'Distance is a gift from traffic. Accept it.',
    'No contact is worth a collision.',
  ],
  [
    'Say what the last car cannot see.',
    'Speed in bands, direction by the compass, names from signs.',
    'Practise until the pauses carry meaning.',
  ],
  [
    'A junction is a question. Answer it before it is asked.',
    'One commits, one holds, one covers the other exit.',
    'Re-form slowly. Nobody notices a patient car.',
  ],
  [
    'The kerb is where most teams come apart.',
    'Feet out early, bags ready, radios tested.',
    'Gather again at a place with a reason to gather.',
  ],
  [
    'Habit, accident or check: three readings of one turn.',
    'Report what happened, then what you make of it.',
    'Withdraw when the risk outweighs the purpose.',
  ],
  [
    'Keep the original. Work on a copy.',
    'Set every clock to one clock, and write down the error.',
    'Continuity is who held it, from when, until when.',
  ],
  [
    'First what was seen, then what it may mean.',
    'One fact to a sentence, one sentence to a line of the log.',
    'Disclose what helps the other side as well.',
  ],
  [
    'Received, recorded, reviewed, disclosed, destroyed.',
    'A register turns memory into evidence.',
    'Keep nothing because it might be useful one day.',
  ],
  [
    'No rank, no blame, one page.',
    'What was planned, what happened, why, what changes?',
    'The next briefing begins with the last debrief.',
  ],
  [
    'Eight in the morning: an instruction, read twice.',
    'Noon: the team changes from feet to wheels.',
    'Nine the next day: a report that stands by itself.',
  ],
];

/** One text of a built-in clip. */
export interface ClipScene extends Cue {
  readonly caption: string;
}

/** Length of every built-in clip in seconds. */
export const CLIP_SECONDS = 18;

/**
 * The scenes of a lesson's built-in clip: its title, three points and the next lesson. The source of the clip's
 * pictures, captions and chapters.
 * @throws RangeError for an unknown lesson.
 */
export function clipScenes(lessonId: number): ClipScene[] {
  const lesson = lessons.find(({ id }) => id === lessonId);
  const script = scripts[lessonId - FIRST_LESSON_ID];
  if (!lesson || !script) throw new RangeError(`There is no script for lesson ${lessonId}.`);
  const next = lessons.find(({ id }) => id === lessonId + 1);
  const points = script.map((text, index) => ({
    from: 3 + index * 4,
    to: 7 + index * 4,
    caption: `Point ${index + 1} of 3`,
    text,
  }));
  return [
    { from: 0, to: 3, caption: `Lesson ${lessonNumber(lessonId)}`, text: lesson.title },
    ...points,
    next
      ? { from: 15, to: CLIP_SECONDS, caption: 'Next lesson', text: next.title }
      : { from: 15, to: CLIP_SECONDS, caption: 'End of the course', text: 'Now read your first log again.' },
  ];
}
