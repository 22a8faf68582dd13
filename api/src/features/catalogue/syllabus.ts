import { academy, type ContactDetails, type Course } from '@isa/api-contract';
import { LRUCache } from 'lru-cache';
import { createPdf, unprintable } from '../../platform/pdf';

/**
 * What an organisation shows around before it books: a course with aims, modules and facts, on paper. A question mark stands
 * for each character that the font lacks.
 */
async function syllabusPdf(course: Course, contact: ContactDetails, date: Date): Promise<Buffer> {
  const { name, summary, facts, audience, aims, modules, duration, place, provided, apply, notice } = course;
  const missing = await unprintable(JSON.stringify([course, contact]));
  const printable = (text: string) => missing.reduce((shown, letter) => shown.replaceAll(letter, '?'), text);
  const pdf = await createPdf({ title: `Syllabus: ${printable(name)}`, date });
  const write = (text: string, options: { readonly size?: number; readonly bold?: boolean } = {}) =>
    pdf.row([printable(text), options]);
  const heading = (text: string) => {
    pdf.keep(80).space(12);
    write(text, { size: 12, bold: true }).space(4);
  };
  const points = (texts: readonly string[]) => {
    for (const text of texts) pdf.row(['•'], [printable(text), { x: 70 }]).space(2);
  };
  write(`${academy.name} / Syllabus`, { size: 9 }).space(6);
  write(name, { size: 18, bold: true }).space(4);
  write(summary).space(10);
  pdf.rule();
  const rows = [
    ['Duration', facts.duration],
    ['Place', facts.place],
    ['Group', facts.group],
    ['Language', facts.language],
  ] as const;
  for (const [term, text] of rows) pdf.row([term, { bold: true }], [printable(text), { x: 140 }]).space(3);
  if (notice !== null) {
    heading('Please note');
    write(notice);
  }
  heading('Who it is for');
  write(audience);
  heading('Aims');
  points(aims);
  heading('Modules');
  for (const { title, points: ofModule } of modules) {
    write(title, { bold: true }).space(2);
    points(ofModule);
    pdf.space(5);
  }
  heading('Duration and place');
  write(`${duration}\n${place}`);
  heading('What is provided');
  points(provided);
  heading('How to apply');
  write(apply).space(12);
  pdf.rule();
  write(`${contact.legalName}, ${contact.address}\n${contact.email}, ${contact.phone}`, { size: 9 });
  return pdf.toBuffer();
}

/** The syllabus of each course, which is written again when the course has changed: it takes a tenth of a second. */
export function createSyllabi(contact: ContactDetails, now: () => Date) {
  const written = new LRUCache<string, Promise<Buffer>>({ max: 20 });
  return {
    get(course: Course): Promise<Buffer> {
      const key = JSON.stringify(course);
      const found = written.get(key) ?? syllabusPdf(course, contact, now());
      written.set(key, found);
      void found.catch(() => written.delete(key));
      return found;
    },
  };
}
