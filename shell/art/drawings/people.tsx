import { Car, FieldOfView, Figure } from './objects';
import { darkPalette } from './palette';
import type { Person } from './portrait';
import { Group, range, stroked } from './primitives';

/* Each person fills a sheet of 480 by 600. */

const lines = darkPalette(216, 36);
const faint = stroked(lines.faint, 1.6);
const line = stroked(lines.line, 1.6);

/** From the front, in a suit, before the map of an operation. */
export const founder: Person = {
  caption: 'THE COLONEL',
  lens: '85 MM',
  hue: 216,
  seed: 4,
  setting: (
    <>
      <path d="M36 76h408v300H36zM138 76v300M240 76v300M342 76v300" {...faint} />
      <path
        d="M58 356V240h44V124h32V92M346 128h74v120h-36v108"
        {...stroked(lines.accent, 3)}
        strokeLinejoin="round"
      />
      <path
        d="M58 356m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M384 356m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0"
        fill={lines.accent}
      />
    </>
  ),
  outlines: [
    'M196 330c0 30-8 42-26 50-48 20-108 34-130 70-18 30-26 96-28 150h456c-2-54-10-120-28-150-22-36-82-50-130-70-18-8-26-20-26-50Z',
    'M240 118c50 0 82 34 84 86 1 14 7 14 6 30-1 14-8 20-12 22-6 44-34 86-78 86s-72-42-78-86c-4-2-11-8-12-22-1-16 5-16 6-30 2-52 34-86 84-86Z',
  ],
  hair: 'M158 200c0-58 30-98 82-98s82 40 82 98c-8-30-18-44-32-50-30-12-70-12-100 0-14 6-24 20-32 50Z',
  details:
    'M196 378l44 60 44-60M196 378l-40 38 30 28-22 22 60 134M284 378l40 38-30 28 22 22-60 134M240 438l-13 20 8 24-14 118M240 438l13 20-8 24 14 118M222 292c12 8 24 8 36 0M172 262c-2 14 0 30 6 44M308 262c2 14 0 30-6 44',
  eyes: { x: 164, y: 206, width: 152 },
  brackets: { x: 116, y: 84, width: 248, height: 280 },
  centre: { x: 258, y: 240 },
};

/** In profile at the wheel, seen through the window of a car. */
export const relay: Person = {
  caption: 'RELAY',
  lens: '135 MM',
  hue: 204,
  seed: 11,
  setting: (
    <>
      <path d="M0 150h480M0 176h480" {...faint} />
      <Group x={98} y={163} scale={1.1}>
        <Car />
      </Group>
      <Group x={396} y={163} scale={1.1}>
        <Car />
      </Group>
      <path d="M60 430C60 300 96 236 196 226H480" {...stroked(lines.line, 3)} />
      <path d="M352 600V356c0-28 14-44 40-44h88" {...stroked(lines.line, 2)} fill={lines.fill} />
    </>
  ),
  outlines: [
    'M212 424c-40 12-72 40-84 82-8 30-10 62-10 94h250c0-60-6-110-30-142-14-18-40-28-62-34l-8-30Z',
    'M232 240c52-4 88 30 88 82 0 34-14 58-30 76l-2 40-78 2-2-34c-16 4-30 4-36-4-5-8 0-14-2-22-8-2-12-6-8-14-4-4-5-8-1-14-10-2-16-6-12-14 6-12 14-22 16-36 6-36 30-58 67-62Z',
  ],
  hair: 'M196 262c10-34 46-46 78-38 42 10 58 46 52 86-6 34-22 56-44 62-8-22-4-38-18-50-12-10-10-24-12-34-20 4-44-4-56-26Z',
  details:
    'M252 326c-10 0-14 10-10 22 3 10 12 14 18 10M258 356c2 26-8 40 4 62 6 12-4 24 4 40M176 366c6 3 12 3 18 1M150 560c-24-6-52-14-78-30M130 590c-26-4-50-12-72-26',
  eyes: { x: 160, y: 290, width: 78, rotate: -3 },
  brackets: { x: 128, y: 206, width: 214, height: 240 },
  centre: { x: 256, y: 320 },
  foreground: (
    <>
      <path d="M0 486c20-40 74-62 108-28 26 28 22 92-8 142" {...stroked(lines.accent, 9)} />
      <path d="M0 486c20-40 74-62 108-28 26 28 22 92-8 142" {...stroked(lines.ground, 4)} />
      <path d="M0 540h480v60H0z" fill={lines.fill} {...stroked(lines.line, 2)} />
      <path d="M360 566h64" {...stroked(lines.text, 6)} strokeLinecap="round" />
    </>
  ),
};

/** From behind, in a hooded coat, on a station platform. */
export const harbour: Person = {
  caption: 'HARBOUR',
  lens: '50 MM',
  hue: 190,
  seed: 23,
  setting: (
    <>
      <path d="M0 250 210 214M480 250 270 214M0 108l210 84M480 108l-210 84M210 192h60v22h-60z" {...line} />
      {range(5).map((index) => (
        <path
          key={index}
          d={`M${24 + index * 38} ${118 + index * 15}V${246 - index * 6}M${456 - index * 38} ${118 + index * 15}V${246 - index * 6}`}
          {...faint}
        />
      ))}
      <path d="M0 430 214 224M480 430 266 224M60 600 226 226M420 600 254 226" {...faint} />
      <path d="M306 76h140v48H306z" fill={lines.ground} {...line} />
      <path d="M322 100h52M392 92l16 8-16 8" {...stroked(lines.text, 4)} />
      <Figure x={128} y={330} scale={0.86} />
      <Figure x={372} y={316} scale={0.74} />
      <Figure x={88} y={300} scale={0.6} />
    </>
  ),
  outlines: [
    'M246 222c32 0 50 26 50 62 0 34-20 66-50 66s-50-32-50-66c0-36 18-62 50-62Z',
    'M150 600c-6-70-12-120 0-166 8-32 34-52 58-60h76c24 8 50 28 58 60 12 46 6 96 0 166Z',
    'M200 384c0-28 12-44 46-44s46 16 46 44c-12 12-28 16-46 16s-34-4-46-16Z',
  ],
  hair: 'M195 288c-4-42 16-70 51-70s55 28 51 70c-16 8-34 10-51 10s-35-2-51-10Z',
  details:
    'M246 400v200M172 452c-4 50-2 100 2 148M320 452c4 50 2 100-2 148M200 452h92v92h-92zM200 486h92M206 452c-4-24 0-44 8-56M286 452c4-24 0-44-8-56M196 272c16 8 34 10 50 10s34-2 50-10',
  brackets: { x: 164, y: 196, width: 164, height: 196 },
  centre: { x: 246, y: 330 },
};

/** At a desk with files, leaning forward, with glasses. */
export const ledger: Person = {
  caption: 'LEDGER',
  lens: '35 MM',
  hue: 350,
  seed: 31,
  setting: (
    <>
      {range(3).map((row) => (
        <path key={row} d={`M30 ${112 + row * 84}h420`} {...stroked(lines.line, 2)} />
      ))}
      {range(24).map((index) => {
        const row = Math.floor(index / 12);
        const height = 44 + ((index * 17) % 24);
        return (
          <path
            key={index}
            d={`M${40 + (index % 12) * 35} ${196 + row * 84}v${-height}h${22 + ((index * 7) % 8)}v${height}`}
            {...faint}
          />
        );
      })}
      <path d="M396 470V352l-54-40" {...stroked(lines.text, 2.4)} />
      <path d="M318 296l38 44c-24 10-48 2-54-18Z" fill={lines.accent} />
    </>
  ),
  outlines: [
    'M196 406c-6 18-18 26-42 32-52 12-92 40-108 92-8 26-10 50-10 70h368c0-20-2-44-10-70-16-52-56-80-108-92-24-6-36-14-42-32Z',
    'M220 218c54 0 84 36 82 90-1 22-6 40-12 56-12 34-36 64-70 64s-58-30-70-64c-6-16-11-34-12-56-2-54 28-90 82-90Z',
  ],
  hair: 'M138 320c-10-78 20-124 82-124s92 46 82 124c-6-36-14-60-30-74-10 8-20 12-30 12 2-6 4-10 4-16-22 18-60 22-80 16-14 12-22 32-28 62Z',
  details:
    'M196 440l24 34 24-34M196 440l-30 26 44 134M244 440l30 26-44 134M206 386c10 5 18 5 28 0M146 318h-8M294 318h8',
  eyes: { x: 150, y: 304, width: 140 },
  brackets: { x: 112, y: 178, width: 216, height: 270 },
  centre: { x: 232, y: 326 },
  foreground: (
    <>
      <path d="M0 540h480v60H0z" fill={lines.fill} {...stroked(lines.line, 2)} />
      <path d="M62 556l22-66h140l22 66zM262 552l12-56h128l24 56z" fill={lines.text} />
      <path
        d="M104 508h84M100 524h100M96 540h70M292 510h76M290 526h96M288 542h60"
        {...stroked(lines.ground, 5)}
      />
    </>
  ),
};

/** Close, turned to the side, with an earpiece, at night. */
export const lantern: Person = {
  caption: 'LANTERN',
  lens: '200 MM',
  hue: 226,
  seed: 47,
  setting: (
    <>
      <FieldOfView x={28} y={560} rotate={-58} length={560} angle={26} />
      <FieldOfView x={470} y={560} rotate={-128} length={520} angle={20} />
      <path d="M40 380V120h90v260M150 380V170h60v210M320 380V100h110v280" {...faint} />
      {range(10).map((index) => (
        <path
          key={index}
          d={`M${56 + (index % 2) * 36} ${144 + Math.floor(index / 2) * 44}h18v22h-18zM${342 + (index % 2) * 44} ${130 + Math.floor(index / 2) * 46}h20v24h-20z`}
          {...faint}
        />
      ))}
    </>
  ),
  outlines: [
    'M176 448c2 30-8 46-40 56-60 18-116 34-136 96h480c-6-52-30-86-74-100-40-12-70-20-74-48Z',
    'M262 84c82-6 138 50 136 138-1 44-6 84-18 120-10 30-24 52-44 72-26 26-54 44-86 44-34 0-62-20-82-50-20-30-34-74-38-128-10-6-16-20-14-34 2-12 8-18 14-20 8-72 62-136 132-142Z',
  ],
  hair: 'M136 236c-30-110 30-172 128-172 104 0 164 66 132 172-6-34-16-56-34-72-20 6-40 2-54-10-34 20-88 22-128 4-26 14-38 40-44 78Z',
  details:
    'M372 250c18-10 34 0 34 20 0 24-16 44-36 40M384 276c4 30 22 26 18 54s-24 24-20 52 24 26 20 54M176 480l60 84 76-88M176 480l-34 34 66 86M312 476l34 36-60 88M214 392c22 8 50 8 72-2M236 300c-8 18-18 34-14 44 4 8 16 8 26 6',
  eyes: { x: 128, y: 214, width: 210, rotate: -2 },
  brackets: { x: 84, y: 76, width: 344, height: 400 },
  centre: { x: 262, y: 266 },
};
