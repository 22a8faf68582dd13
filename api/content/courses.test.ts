import { contentSchemas } from '../src/database/content';
import { courses } from './courses';

function courseOf(slug: string) {
  const course = courses.find((candidate) => candidate.slug === slug);
  if (!course) throw new Error(`There is no course ${slug}.`);
  return { course, text: JSON.stringify(course) };
}

describe('training courses', () => {
  it('are the specified two of each category, each at its own address', () => {
    expect(courses.map(({ category, link }) => [category, link])).toEqual([
      ['surveillance', '/isa-surveillance-course-6'],
      ['surveillance', '/isa-surveillance-course-8'],
      ['investigations', '/isa-investigations-course-3'],
      ['investigations', '/isa-investigations-course-1'],
      ['intelligence', '/isa-intelligence-course-1'],
      ['intelligence', '/isa-intelligence-course-2'],
    ]);
  });

  it('match the stored schema and have at least four entries in every list', () => {
    for (const course of courses) {
      expect(contentSchemas.course.parse(course)).toEqual(course);
      expect(course.aims.length).toBeGreaterThanOrEqual(4);
      expect(course.modules.length).toBeGreaterThanOrEqual(4);
      expect(course.provided.length).toBeGreaterThanOrEqual(4);
    }
  });

  it.each([
    ['isa-surveillance-course-6', ['90% of success', 'five cars and one van', 'for Professionals']],
    ['isa-surveillance-course-8', ['only on request by government bodies', 'by contract', 'organised crime']],
    ['isa-investigations-course-1', ['managers, directors', 'team leaders']],
    ['isa-investigations-course-3', ['Level 4', 'military, police or related background']],
    ['isa-intelligence-course-1', ['three months', 'two weeks', '40%', 'ISO 9001', 'ISO 27001']],
    ['isa-intelligence-course-2', ['mixed covert procedures', '25%', 'two weeks']],
  ])('%s contains the specified facts', (slug, facts) => {
    const { text } = courseOf(slug);
    for (const fact of facts) expect(text).toContain(fact);
  });

  it('share no sentence', () => {
    const sentences = courses.flatMap(({ content, audience, apply, summary }) =>
      [content.replace(/<[^>]+>/g, ' '), audience, apply, summary].flatMap((text) =>
        text.split(/(?<=[.?!])\s+/),
      ),
    );
    const long = sentences.filter((sentence) => sentence.length > 30);
    expect(new Set(long).size).toBe(long.length);
  });
});
