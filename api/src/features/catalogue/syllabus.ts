import { academy, type Course, postalAddress } from '@isa/api-contract';
import { PdfDocument, unprintable } from '../../platform/pdf';

/** The text with a question mark for each character that the document's font lacks. */
function printable(text: string): string {
  return unprintable(text).reduce((shown, character) => shown.replaceAll(character, '?'), text);
}

/** What an organisation shows around before it books: a course with aims, modules and facts, on paper. */
export function syllabusPdf(course: Course): Buffer {
  const { name, summary, facts, audience, aims, modules, duration, place, provided, apply, notice } = course;
  const pdf = new PdfDocument(`Syllabus: ${printable(name)}`);
  const write = (text: string, options: { readonly size?: number; readonly bold?: boolean } = {}) =>
    pdf.row([printable(text), options]);
  const heading = (text: string) => {
    pdf.space(12);
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
  write(`${academy.legalName}, ${postalAddress}\n${academy.email}, ${academy.phone.display}`, { size: 9 });
  return pdf.toBuffer();
}
