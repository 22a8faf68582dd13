import type { Post } from '@isa/api-contract';

type Draft = Pick<Post, 'title' | 'content' | 'publishedAt'> & { readonly anchor: string };

/** Oldest first, so that a new post is appended and keeps its id. */
const drafts: readonly Draft[] = [
  {
    title: 'Why we start with the operator and not with the camera',
    anchor: 'operator-first',
    publishedAt: '2022-03-14T08:00:00Z',
    content:
      'A client asked which camera would have saved his last operation. We looked at the log together. The team had been on the street for eleven hours without relief, and the observer who missed the meeting had asked twice to be replaced. No lens repairs that. In our experience ninety per cent of surveillance success is the preparation of the human factor; the remaining ten per cent can be bought in a shop.',
  },
  {
    title: 'Five cars and a van: where the number comes from',
    anchor: 'five-cars-and-a-van',
    publishedAt: '2022-05-09T07:30:00Z',
    content:
      'We are often asked to train mobile teams of three vehicles, because three is what the budget allows. Three can follow an unsuspecting driver for twenty minutes. After that the same bonnet has been in the same mirror too often. With a minimum of five cars and one van the lead can change at every third junction, one vehicle can run parallel, one can rest, and the van can become a fixed post when the subject stops. The number follows from the roads, not from comfort.',
  },
  {
    title: 'The two-volume set and a discount for readers of this page',
    anchor: 'two-volume-set',
    publishedAt: '2022-09-05T08:15:00Z',
    content:
      'The 2-volume set on covert surveillance is out as a collector’s edition: numbered, bound in cloth, at 440 each (GBP). Readers of this page receive a 20% discount on the books until the end of the month. The paperbacks stay available for colleagues who want the contents rather than the binding. Write to the office and we will send the code; it is valid for printed books only.',
  },
  {
    title: 'What a surveillance log is for',
    anchor: 'what-a-log-is-for',
    publishedAt: '2022-11-21T09:00:00Z',
    content:
      'A log is not a diary. It answers four questions for a reader who was not there: what was seen, by whom, from where and at what time. Opinions belong on a separate sheet. When our students leave out where they stood, we send them back to the street to find the spot again, usually in the rain. They do not leave it out a second time, and one of them later told us that this line alone had carried his evidence through a hearing.',
  },
  {
    title: 'Places remain on the February course',
    anchor: 'february-course',
    publishedAt: '2023-01-16T08:00:00Z',
    content:
      'The deepening course for professionals runs from 20 February to 20 March 2023. The first week is held indoors and is harder than it sounds: every participant is filmed on foot and must explain, frame by frame, why a passer-by would remember them. Weeks two to four belong to the street, by day and by night. Applications go through the contact form on our website; please name your role and your years of field work.',
  },
  {
    title: 'Counter-surveillance begins with a timetable',
    anchor: 'counter-surveillance-timetable',
    publishedAt: '2023-04-03T07:45:00Z',
    content:
      'Executives ask for the drill of spotting a follower in shop windows. It photographs well and finds little. What finds a hostile team is a record of routine: when did you leave, which door, which road, who was there on Tuesday and again on Friday? Two weeks of honest notes show the hours in which you can be predicted. Those are the hours in which somebody who means harm will be waiting, and so they are the hours to watch.',
  },
  {
    title: 'Rebuilding a team in two weeks',
    anchor: 'rebuilding-in-two-weeks',
    publishedAt: '2023-09-11T08:00:00Z',
    content:
      'Good people are hired away. A department that we organised lost four of ten members within a quarter and asked whether the three months of work had been wasted. They had not: the structure, the files and the training plans were still there, and two weeks later the desk was manned again. We now rehearse this before every hand-over, with a stopwatch, for a turnover of up to 40 per cent, and for protection teams of up to 25 per cent.',
  },
  {
    title: 'Trespass, harassment, data protection: three lines that end careers',
    anchor: 'three-lines',
    publishedAt: '2024-01-22T09:10:00Z',
    content:
      'A private investigator has no powers that a postman does not have. A camera over a garden wall, a tracker on a car that is not your client’s, a third visit to a neighbour who said no: each has finished careers that were otherwise long and honourable. The law is the first module of our certificate and not the last. Whoever knows precisely where the line runs can work calmly right beside it, and can show the court that it was never crossed.',
  },
  {
    title: 'Reading a street before you work in it',
    anchor: 'reading-a-street',
    publishedAt: '2024-04-15T07:30:00Z',
    content:
      'Send two operators to the same street for one hour and ask for a sketch. One returns with the buildings. The other returns with the delivery times, the bench that is never empty, the dog that barks at strangers and the shop assistant who looks up at every passer-by. The second sketch is the one that decides where a team can wait. We give an entire day to it, and students remember that day longer than any lecture.',
  },
  {
    title: 'Selection: the question we ask every applicant',
    anchor: 'selection-question',
    publishedAt: '2024-09-02T08:00:00Z',
    content:
      '“Tell us about an operation that failed, and what your part in it was.” Some applicants have never failed. We thank them for coming. Those who describe the mistake, the moment at which it could have been mended and what they do differently since then are invited to the second day. Surveillance is teamwork in the dark; the others need to know that you will report your own error over the radio while there is still time to use it.',
  },
  {
    title: 'Say less on the radio',
    anchor: 'say-less-on-the-radio',
    publishedAt: '2024-11-18T09:00:00Z',
    content:
      'Commentary is a skill. Most of what is said on a surveillance channel could be left out, and the one fact that matters is often drowned by it. We train with a simple rule: say what changed, where it changed and what you will do. Everything else waits until the subject has stopped. Teams that adopt it fall silent for minutes at a time and lose fewer subjects, because the person with the eye is always able to get through.',
  },
  {
    title: 'What managers should ask before they buy surveillance',
    anchor: 'before-you-buy-surveillance',
    publishedAt: '2025-02-10T08:20:00Z',
    content:
      'Three questions save most of the money that is spent badly. What exactly would we have to see in order to decide? Could a document or a conversation show the same thing? And on which day do we stop if nothing has been seen? A provider who welcomes these questions is worth a second meeting. One who answers with equipment is not. The management course takes its five days to practise them on a single, rather expensive case.',
  },
  {
    title: 'Thirty-three lessons for people who cannot come to us',
    anchor: 'thirty-three-lessons',
    publishedAt: '2025-06-16T07:40:00Z',
    content:
      'Shift workers wrote to us that they would never get four weeks in a row. For them we recorded Basic Covert Surveillance: thirty-three short lessons that can be watched in any order, with the vocabulary and the drills that we expect from participants on the first morning of a course. It does not replace the street. It does mean that the time on the street is spent walking rather than taking notes.',
  },
  {
    title: 'Give the van a reason to be there',
    anchor: 'a-reason-for-the-van',
    publishedAt: '2025-10-06T08:00:00Z',
    content:
      'A static vehicle without a reason to be there stands out. Why is it here, whose is it, when does it leave? A plumber’s van that never unloads a pipe becomes an object of interest by noon. We have students write the vehicle’s working day before they park it, including lunch. The paper is then given to a neighbour of the training ground who was told nothing else; if she believes it, the post may be occupied.',
  },
  {
    title: 'After the operation: the debrief that people do not fear',
    anchor: 'debrief',
    publishedAt: '2026-03-02T08:30:00Z',
    content:
      'A debrief in which rank speaks first teaches nothing. We begin with the most junior operator and the plainest question: when did you last know where the subject was? Times are written on one line across the wall, and the gaps between them speak for themselves. Nobody is blamed for a gap that they reported. By the third debrief, teams report gaps over the radio, as they happen, and that is when they begin to improve.',
  },
];

/** Newest first (specification §2). Each links to its own page on the professional network. */
export const posts: readonly Post[] = drafts
  .map(({ anchor, ...post }, index) => ({
    ...post,
    id: index + 1,
    image: `/art/posts/${index + 1}.svg`,
    link: `https://www.linkedin.com/posts/international-surveillance-academy_${anchor}`,
  }))
  .reverse();
