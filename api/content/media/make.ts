import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { academy, type Lesson, LESSON_COUNT, lessonNumber } from '@isa/api-contract';
import { CLIP_SECONDS, clipScenes } from '../lesson-scripts';
import { lessons, lessonTopics } from '../lessons';
import type { Clip } from './clips/clip';
import { launchBrowser, renderClip, renderPoster } from './clips/render-clip';
import { webVtt } from './web-vtt';

const size = { width: 854, height: 480 };
const lessonFolder = join(__dirname, 'lessons');
const siteFolder = join(__dirname, '../../../shell/public/media');
const KIB = 1024;

/**
 * Renders the built-in clip of every lesson and the home page's promo.
 * @param selected only these lesson ids and `promo`; all if empty.
 */
export async function makeClips(selected: readonly string[]): Promise<void> {
  const browser = await launchBrowser();
  const isSelected = (name: string) => selected.length === 0 || selected.includes(name);
  async function make(clip: Clip, folder: string, name: string, quality: number) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}.mp4`);
    await renderClip(browser, clip, file, quality);
    process.stdout.write(`${file}  ${(statSync(file).size / KIB).toFixed(0)} KiB\n`);
  }
  try {
    for (const lesson of lessons.filter(({ id }) => isSelected(String(id)))) {
      await make(lessonClip(lesson), lessonFolder, String(lesson.id), 34);
    }
    if (isSelected('promo')) {
      await make(promo, siteFolder, 'promo', 27);
      await renderPoster(browser, promo, 2.5, join(siteFolder, 'promo-poster.jpg'));
      writeFileSync(join(siteFolder, 'promo.vtt'), webVtt(promo.scenes));
    }
  } finally {
    await browser.close();
  }
}

function lessonClip(lesson: Lesson): Clip {
  const topic = lessonTopics.findIndex((name) => name === lesson.topic) + 1;
  return {
    seed: lesson.id,
    size,
    framesPerSecond: 8,
    seconds: CLIP_SECONDS,
    corners: {
      topLeft: `Lesson ${String(lessonNumber(lesson.id)).padStart(2, '0')} / ${LESSON_COUNT}`,
      bottomLeft: `Topic ${topic} · ${lesson.topic}`,
      bottomRight: 'Basic Covert Surveillance',
    },
    scenes: clipScenes(lesson.id).map((scene) => ({ ...scene, textSize: scene.from === 0 ? 0.055 : 0.042 })),
  };
}

const promo: Clip = {
  seed: 7,
  size,
  framesPerSecond: 15,
  seconds: 14,
  corners: {
    topLeft: 'File 00 / The academy',
    bottomLeft: 'Surveillance · Investigations · Intelligence',
    bottomRight: 'Theory and practice',
  },
  scenes: [
    { from: 0, to: 3.5, caption: academy.name, text: 'Most of the work is done before anyone moves.' },
    { from: 3.5, to: 6.5, caption: 'Preparation', text: 'Ninety per cent is the human factor.' },
    { from: 6.5, to: 9.5, caption: 'Practice', text: 'On the map. On foot. On wheels.' },
    { from: 9.5, to: 14, caption: academy.name, text: 'Learn to see. Lawfully, patiently, unnoticed.' },
  ].map((scene) => ({ ...scene, textSize: 0.055 })),
};
