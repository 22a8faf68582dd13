import { Type } from '../lettering';
import { Brackets, Reticle } from '../marks';
import { usePalette } from '../palette';
import { Relief } from '../relief';
import { rounded } from '../route';
import { Car, Figure, Sight, Walker } from '../things';

/* Each motif fills a sheet of 720 by 480. */

/** Intelligence, departments: the cycle from question to answer. */
export function CycleMotif() {
  const { mark, text, line, ground, fill } = usePalette();
  const steps = ['DIRECT', 'COLLECT', 'PROCESS', 'ANALYSE', 'SHARE'];
  return (
    <>
      <Relief
        seed={71}
        width={720}
        height={480}
        scale={360}
        lines={10}
        opacity={0.5}
        hills={[{ x: 360, y: 240, radius: 190, height: 1 }]}
      />
      <circle
        cx="360"
        cy="240"
        r="156"
        stroke={mark}
        strokeWidth="2.4"
        strokeDasharray="176 20"
        strokeDashoffset="-10"
        transform="rotate(-72 360 240)"
      />
      <circle cx="360" cy="240" r="196" stroke={line} strokeWidth="1" strokeDasharray="2 8" />
      <circle cx="360" cy="240" r="64" fill={ground} stroke={text} strokeWidth="1.8" />
      <Reticle x={360} y={240} radius={34} rings={2} />
      {steps.map((step, index) => {
        const angle = ((index * 72 - 90) * Math.PI) / 180;
        const [x, y] = [Math.round(360 + Math.cos(angle) * 156), Math.round(240 + Math.sin(angle) * 156)];
        return (
          <g key={step}>
            <circle cx={x} cy={y} r="47" fill={index === 0 ? mark : fill} stroke={mark} strokeWidth="2" />
            <Type
              x={x}
              y={y + 4}
              size={12}
              anchor="middle"
              tracking={0.05}
              fill={index === 0 ? ground : text}
            >
              {step}
            </Type>
          </g>
        );
      })}
    </>
  );
}

/** Intelligence, personal protection: a house, its rings and its sightlines. */
export function ResidenceMotif() {
  const { mark, line, text, fill, ground } = usePalette();
  return (
    <>
      <Relief
        seed={512}
        width={720}
        height={480}
        scale={320}
        lines={13}
        opacity={0.65}
        hills={[{ x: 380, y: 240, radius: 260, height: -0.9 }]}
      />
      <path d="M96 66l520-24 50 330-470 74z" stroke={line} strokeWidth="1.6" strokeDasharray="12 6" />
      <circle cx="372" cy="236" r="176" stroke={mark} strokeWidth="1.5" strokeDasharray="3 7" />
      <Sight x={262} y={158} turn={-140} length={200} angle={38} />
      <Sight x={488} y={318} turn={32} length={210} angle={38} />
      <path d="M262 152h226v172H262z" fill={fill} stroke={text} strokeWidth="2.6" />
      <path
        d="M342 152v86h-80M342 238v40M342 306v18M420 152v62M420 240v84M420 214h68M488 262h-40"
        stroke={text}
        strokeWidth="2.2"
      />
      <path d="M360 324h42" stroke={ground} strokeWidth="5" />
      <path d="M360 324a42 42 0 0 0 42 42" stroke={mark} strokeWidth="1.8" />
      <path
        d={rounded(
          [
            [381, 340],
            [381, 400],
            [236, 430],
            [40, 456],
          ],
          20,
        )}
        stroke={mark}
        strokeWidth="3"
        strokeDasharray="10 8"
      />
      <Walker x={381} y={196} marked scale={1.4} />
      <Walker x={300} y={280} scale={1.2} turn={-60} />
      <Walker x={456} y={188} scale={1.2} turn={60} />
      <Car x={196} y={438} turn={170} scale={1.4} />
      <Figure x={84} y={248} scale={0.7} />
      <Brackets x={344} y={160} width={74} height={72} arm={14} strokeWidth={2.2} />
    </>
  );
}
