import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { academy, type Lesson, LESSON_COUNT, lessonNumber } from '@isa/api-contract';
import { CLIP_SECONDS, clipScenes } from '../lesson-scripts';
import { lessons, lessonTopics } from '../lessons';
import { webVtt } from './web-vtt';
import { film, openCamera, photograph } from './studio/camera';
import { type Clip } from './studio/clip';

const size = { width: 854, height: 480 };
const lessonFolder = join(__dirname, 'lessons');
const siteFolder = join(__dirname, '../../../shell/public/media');
const KIB = 1024;

/** Renders the short clip of every lesson, or of those whose ids are given, and the home page's promo. */
export async function makeClips(wanted: readonly string[]): Promise<void> {
  const browser = await openCamera();
  mkdirSync(lessonFolder, { recursive: true });
  mkdirSync(siteFolder, { recursive: true });
  try {
    for (const lesson of lessons.filter(({ id }) => wanted.length === 0 || wanted.includes(String(id)))) {
      const file = join(lessonFolder, `${lesson.id}.mp4`);
      await film(browser, lessonClip(lesson), file, 34);
      say(file);
    }
    if (wanted.length === 0 || wanted.includes('promo')) {
      const file = join(siteFolder, 'promo.mp4');
      await film(browser, promo, file, 27);
      await photograph(browser, promo, 2.5, join(siteFolder, 'promo-poster.jpg'));
      writeFileSync(join(siteFolder, 'promo.vtt'), webVtt(promo.scenes));
      say(file);
    }
  } finally {
    await browser.close();
  }
}

function say(file: string): void {
  process.stdout.write(`${file}  ${(statSync(file).size / KIB).toFixed(0)} KiB\n`);
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
    {
      from: 0,
      to: 3.5,
      caption: academy.name,
      text: 'Most of the work is done before anyone moves.',
      textSize: 0.055,
    },
    {
      from: 3.5,
      to: 6.5,
      caption: 'Preparation',
      text: 'Ninety per cent is the human factor.',
      textSize: 0.055,
    },
    { from: 6.5, to: 9.5, caption: 'Practice', text: 'On the map. On foot. On wheels.', textSize: 0.055 },
    {
      from: 9.5,
      to: 14,
      caption: academy.name,
      text: 'Learn to see. Lawfully, patiently, unnoticed.',
      textSize: 0.055,
    },
  ],
};
