import { paths } from '@isa/api-contract';

/**
 * The description of each volume, as trusted HTML with headings from level 2. The first 200 characters, which a card shows
 * with an ellipsis, end with a sentence.
 */
export const volumeTexts = {
  1: `
<p>Most surveillance operations that fail do so before anyone has left the building. The instruction was vague, the ground unknown, and the team was put together in a hurry from whoever was free that day. Volume 1 is about that earlier time: the days in which an operation becomes lawful, possible and worth the effort, or is sensibly refused.</p>
<h2>Begin with the right to look</h2>
<p>The opening chapters take authority, necessity and proportionality out of the preamble and put them at the centre of the method. Each is treated as a working tool, with a worked request, the questions that a reviewing officer or a client’s solicitor will ask, and a form on which the answer fits one page. Collateral intrusion, data protection and the destruction of material are planned at the start, where they are cheap, and not at the end, where they are not.</p>
<h2>Then the people</h2>
<p>Nine tenths of a result is preparation of the human factor. The book shows how operators are chosen, paired and rested; how attention fades over a watch and how a leader plans around it; how a briefing is built so that the last person in the room can repeat it back. Short case studies, altered so that nobody in them can be recognised, follow the same four people through a year of ordinary work.</p>
<h2>Who it is for</h2>
<p>Police and corporate investigators at the start of their practice, managers who commission surveillance and must answer for it, and instructors who need a text that agrees with itself. No earlier training is assumed. The law described is that of England and Wales, with notes on what to ask before working elsewhere; it is a guide to method and not legal advice.</p>`,
  2: `
<p>A subject who walks out of a door starts a clock. Volume 2 is about the next five seconds and the five hours after them: how a team stays in contact with a moving person and bothers nobody else nearby. It goes through streets, shops, stations and traffic, and it stops when it should.</p>
<h2>On foot</h2>
<p>The foot chapters build from the lone operator, whose limits are stated plainly, to the pair and then to the three-person team with its rotating positions. Corners, crossings, lifts, platforms and queues are treated one by one, each with a plan drawn from above, a note of what commonly goes wrong and the voice procedure that goes with it.</p>
<h2>On wheels</h2>
<p>A mobile task that may last a day needs a minimum of five cars and one van. The book explains why: what each vehicle contributes, what is lost with every one that is left at home, and how to put that to a client who hoped for two. Positions, handovers and commentary are set out for town, trunk road, motorway and lane, always within traffic law. No contact is worth a collision, and the chapter on losses is as long as the chapter on follows.</p>
<h2>Practice</h2>
<p>Forty exercises with map sheets close the volume, arranged so that a team can work through them in ten training days. Each names its aim, its safety officer, its abort criteria and the points to raise in the debrief.</p>`,
  3: `
<p>To sit still and see well is the oldest part of the trade and the least taught. Volume 3 deals with the fixed eye: rooms, hedges, vans and windows, and the lenses that wait quietly behind each of them. Their images may one day be looked at by twelve strangers who were not there.</p>
<h2>The position</h2>
<p>A good observation post offers view, cover, access, a way out and a reason to exist. The book gives a scoring sheet for these five, then applies it to real kinds of ground, from a terraced street to a business park to open farmland, showing why the position with the best view is so rarely the right one. Consent of owners, the safety of hosts and the privacy of neighbours are part of the score.</p>
<h2>The picture</h2>
<p>Focal length, support, exposure and the behaviour of light through glass are explained for people who are not photographers and need to become dependable rather than brilliant. Tables say what size of face a given lens yields at a given distance, and where the line between recognition and identification runs. A full chapter is given to clocks, original files and continuity, because a perfect image with a broken history is a souvenir.</p>
<h2>The hours between</h2>
<p>Relief, food, warmth, boredom and handover make or break a post. The last chapters treat them as engineering problems, with routines that have been tried in cold vans and warm attics alike.</p>`,
  4: `
<p>Everyone who protects other people should know what surveillance looks like from the far end. Volume 4 turns the lens around. It is written for close-protection teams and for those who look after them. Residential security and travelling executives will use it, too: it teaches recognition, reporting and calm.</p>
<h2>What hostile reconnaissance leaves behind</h2>
<p>Before an attack, a theft or a campaign of harassment somebody usually comes to look. The book describes the traces such visits leave: repeated presence without purpose, interest in procedures, a wrong reason for standing in a right place. It is careful to separate signs from suspicions, and to keep prejudice about people out of the observation of behaviour.</p>
<h2>Routes, routines, choke points</h2>
<p>Three chapters help a team to map its own predictability: the residence, the office and the journey between. Surveillance-detection routes are explained in principle and practised as quiet exercises, planned with the principal’s consent and never as games in traffic.</p>
<h2>And then?</h2>
<p>Noticing is half of the work. The other half is what to say, to whom, in what words, and how to leave a place without turning a suspicion into an incident. A closing chapter on working beside the police shows what they need from a witness, and a set of exercises lets a protection team train on an ordinary working day.</p>`,
  5: `
<p>The fifth volume is to be published, and an order placed now is a pre-order: it is sent as soon as the printed copies are here. The book leaves the street and enters the offices of a surveillance unit. There it is founded, paid for, supervised and, sooner or later, rebuilt.</p>
<h2>Three months to a working unit</h2>
<p>The programme that the academy teaches to departments is set out week by week: recruiting for patience rather than for bravado, a training calendar that a small organisation can keep, the first supervised tasks and the review that decides whether the unit is ready to work alone.</p>
<h2>Turnover is normal</h2>
<p>People move on. When a quarter or even two fifths of a team has changed, competence has to be restored quickly and without pretending. The book describes a two-week rebuilding programme, what it can recover, what it cannot, and how records and mentoring make the next one shorter.</p>
<h2>Answering for the work</h2>
<p>Authorisation, supervision, quality management to ISO 9001 and information security to ISO 27001 are treated as things that help operators rather than as cupboards of paper. A last chapter asks what a manager can honestly measure in a trade whose best days are the ones on which nothing was seen to happen.</p>`,
} as const;

/** The description of a pack. */
export function packText(
  reason: string,
  volumes: readonly { readonly number: number; readonly subtitle: string; readonly pages: number }[],
): string {
  const list = volumes
    .map(
      ({ number, subtitle, pages }) =>
        `<li><a href="${paths.book(bookIdOfVolume(number))}">Volume ${number}. ${subtitle}</a>, ${pages} pages</li>`,
    )
    .join('\n');
  return `
<p>${reason} The volumes are the same printed books that are sold singly, wrapped and sent in one parcel. Together they cost less.</p>
<h2>What is in the pack</h2>
<ul>
${list}
</ul>
<h2>How the volumes belong together</h2>
<p>Each can be read by itself. They share one vocabulary, one set of forms and one continuing case study, so that a checklist met in an early chapter is the checklist used in a later one. Cross-references give volume and page; the index of the last volume in each pack covers every volume before it.</p>
<h2>For training rooms</h2>
<p>The blank forms and exercise sheets are laid out for use in class. Organisations that want several packs are welcome to write to the sales department through the contact page.</p>`;
}

/** Book ids differ from volume numbers, because packs are in the same list (specification §3). */
function bookIdOfVolume(volume: number): number {
  return { 1: 1, 2: 2, 3: 4, 4: 5, 5: 8 }[volume] ?? volume;
}
