import type { ClipScene } from '../../lesson-scripts';
import { alongRoute, createTerrain, type Size, type Terrain } from './terrain';

/** A text on screen with a caption above it. */
interface Scene extends ClipScene {
  /** Share of the picture's width that one em of the text takes. */
  readonly textSize: number;
}

export interface Clip {
  readonly seed: number;
  readonly size: Size;
  readonly framesPerSecond: number;
  readonly seconds: number;
  readonly corners: {
    readonly topLeft: string;
    readonly bottomLeft: string;
    readonly bottomRight: string;
  };
  readonly scenes: readonly Scene[];
}

const color = {
  ink: '#0d1420',
  line: '#22304a',
  faint: '#1a263b',
  paper: '#f7f5f0',
  muted: '#9fb0c8',
  brass: '#e0b457',
  signal: '#d9534a',
};
const UNCOVER_SECONDS = 0.7;

/** A clip's picture as HTML: the still background and what changes from frame to frame. */
export function clipArt(clip: Clip) {
  const terrain = createTerrain(clip.seed, clip.size);
  return { still: still(clip, terrain), frame: (seconds: number) => frame(clip, terrain, seconds) };
}

function still({ size: { width, height }, corners }: Clip, terrain: Terrain): string {
  const inset = width * 0.03;
  const arm = width * 0.035;
  const grid = [1, 2, 3, 4, 5].map((n) => `M${(width * n) / 6} 0V${height}`).join('');
  const rows = [1, 2, 3].map((n) => `M0 ${(height * n) / 4}H${width}`).join('');
  const brackets = [
    [inset, inset, 1, 1],
    [width - inset, inset, -1, 1],
    [inset, height - inset, 1, -1],
    [width - inset, height - inset, -1, -1],
  ] as const;
  const caption = width * 0.0165;
  const text = (x: number, y: number, anchor: 'start' | 'end', label: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" class="mono" font-size="${caption}" fill="${color.muted}">${escape(label)}</text>`;
  return `<svg viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${color.ink}"/>
    <path d="${grid}${rows}" stroke="${color.faint}"/>
    ${terrain.contours.map((path, index) => `<path d="${path}" fill="none" stroke="${color.line}" stroke-width="${index % 5 === 4 ? 1.8 : 0.9}"/>`).join('')}
    <path d="${alongRoute(terrain.route, 1).path}" fill="none" stroke="${color.line}" stroke-width="3" stroke-dasharray="2 7"/>
    ${brackets.map(([x, y, right, down]) => `<path d="M${x} ${y + arm * down}V${y}H${x + arm * right}" fill="none" stroke="${color.muted}" stroke-width="2"/>`).join('')}
    ${text(inset * 1.9, inset * 2.3, 'start', corners.topLeft)}
    ${text(inset * 1.9, height - inset * 1.75, 'start', corners.bottomLeft)}
    ${text(width - inset * 1.9, height - inset * 1.75, 'end', corners.bottomRight)}
  </svg>`;
}

function frame(clip: Clip, terrain: Terrain, seconds: number): string {
  const { width, height } = clip.size;
  const { at, path } = alongRoute(terrain.route, seconds / clip.seconds);
  const inset = width * 0.03;
  const [start = at] = terrain.route;
  const scene = clip.scenes.find(({ from, to }) => seconds >= from && seconds < to);
  return `<svg viewBox="0 0 ${width} ${height}">
    <path d="${path}" fill="none" stroke="${color.brass}" stroke-width="2.2" stroke-linejoin="round"/>
    <circle cx="${start.x}" cy="${start.y}" r="4.5" fill="${color.ink}" stroke="${color.brass}" stroke-width="2"/>
    <g fill="none" stroke="${color.brass}" stroke-width="1.6">
      <circle cx="${at.x}" cy="${at.y}" r="9"/>
      <path d="M${at.x - 15} ${at.y}h9M${at.x + 6} ${at.y}h9M${at.x} ${at.y - 15}v9M${at.x} ${at.y + 6}v9"/>
    </g>
    <circle cx="${width - inset * 7.2}" cy="${inset * 2.07}" r="${width * 0.006}" fill="${seconds % 1 < 0.6 ? color.signal : color.ink}"/>
    <text x="${width - inset * 1.9}" y="${inset * 2.3}" text-anchor="end" class="mono" font-size="${width * 0.0165}" fill="${color.muted}">${timecode(seconds, clip.framesPerSecond)}</text>
  </svg>${scene ? sceneText(clip, scene, seconds) : ''}`;
}

/** The scene's text, uncovered from under a redaction bar as it begins. */
function sceneText({ size: { width } }: Clip, scene: Scene, seconds: number): string {
  const uncovered = easeOut(Math.min(1, (seconds - scene.from) / UNCOVER_SECONDS));
  const bar =
    uncovered < 1 ? `linear-gradient(90deg, transparent ${uncovered * 100}%, ${color.paper} 0)` : 'none';
  return `<div class="scene">
    <p class="mono" style="font-size:${width * 0.019}px;color:${color.brass}">${escape(scene.caption)}</p>
    <p class="title" style="font-size:${width * scene.textSize}px"><span style="background:${bar};color:${color.paper}">${escape(scene.text)}</span></p>
  </div>`;
}

function easeOut(progress: number): number {
  return 1 - (1 - progress) ** 3;
}

/** Hours, minutes, seconds and frames. */
function timecode(seconds: number, framesPerSecond: number): string {
  const whole = Math.floor(seconds);
  const frames = Math.floor((seconds - whole) * framesPerSecond + 1e-6);
  return [0, Math.floor(whole / 60), whole % 60, frames]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
