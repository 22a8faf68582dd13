import { Brackets, Reticle } from '../annotations';
import { Car, FieldOfView, Figure, Walker } from '../objects';
import { usePalette } from '../palette';
import { onCircle, points, stroked } from '../primitives';
import { Relief } from '../relief';
import { rounded } from '../route';
import { Text } from '../text';

/* Each motif fills a sheet of 720 by 480. */

/** Intelligence, departments: the intelligence cycle. */
export function CycleMotif() {
  const { accent, text, line, ground, fill } = usePalette();
  const steps = ['DIRECT', 'COLLECT', 'PROCESS', 'ANALYSE', 'SHARE'];
  return (
    <>
      <Relief
        seed={71}
        scale={360}
        lines={10}
        opacity={0.5}
        hills={[{ x: 360, y: 240, radius: 190, height: 1 }]}
      />
      <circle
        cx="360"
        cy="240"
        r="156"
        {...stroked(accent, 2.4, '176 20')}
        strokeDashoffset="-10"
        transform="rotate(-72 360 240)"
      />
      <circle cx="360" cy="240" r="196" {...stroked(line, 1, '2 8')} />
      <circle cx="360" cy="240" r="64" fill={ground} {...stroked(text, 1.8)} />
      <Reticle x={360} y={240} radius={34} rings={2} />
      {steps.map((step, index) => {
        const [x, y] = onCircle([360, 240], 156, index * 72 - 90);
        const [disc, colour] = index === 0 ? [accent, ground] : [fill, text];
        return (
          <g key={step}>
            <circle cx={x} cy={y} r="47" fill={disc} {...stroked(accent, 2)} />
            <Text x={x} y={y + 4} size={12} anchor="middle" tracking={0.05} fill={colour} text={step} />
          </g>
        );
      })}
    </>
  );
}

/** Intelligence, personal protection: a house, its rings and its sightlines. */
export function ResidenceMotif() {
  const { accent, line, text, fill, ground } = usePalette();
  return (
    <>
      <Relief
        seed={512}
        scale={320}
        lines={13}
        opacity={0.65}
        hills={[{ x: 380, y: 240, radius: 260, height: -0.9 }]}
      />
      <path d="M96 66l520-24 50 330-470 74z" {...stroked(line, 1.6, '12 6')} />
      <circle cx="372" cy="236" r="176" {...stroked(accent, 1.5, '3 7')} />
      <FieldOfView x={262} y={158} rotate={-140} length={200} angle={38} />
      <FieldOfView x={488} y={318} rotate={32} length={210} angle={38} />
      <path d="M262 152h226v172H262z" fill={fill} {...stroked(text, 2.6)} />
      <path
        d="M342 152v86h-80M342 238v40M342 306v18M420 152v62M420 240v84M420 214h68M488 262h-40"
        {...stroked(text, 2.2)}
      />
      <path d="M360 324h42" {...stroked(ground, 5)} />
      <path d="M360 324a42 42 0 0 0 42 42" {...stroked(accent, 1.8)} />
      <path d={rounded(points('381,340 381,400 236,430 40,456'), 20)} {...stroked(accent, 3, '10 8')} />
      <Walker x={381} y={196} marked scale={1.4} />
      <Walker x={300} y={280} scale={1.2} rotate={-60} />
      <Walker x={456} y={188} scale={1.2} rotate={60} />
      <Car x={196} y={438} rotate={170} scale={1.4} />
      <Figure x={84} y={248} scale={0.7} />
      <Brackets x={344} y={160} width={74} height={72} arm={14} strokeWidth={2.2} />
    </>
  );
}
