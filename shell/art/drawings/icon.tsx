import { Canvas } from './canvas';
import { LogoMark } from './logo-mark';
import { ink } from './palette';
import { round } from './primitives';

export interface IconProps {
  readonly size: number;
  readonly rounded?: boolean;
  /** Leaves the margin that launchers cut away (W3C, Maskable icons: a circle of 80 percent). */
  readonly maskable?: boolean;
}

/** The logo mark as an icon. */
export function IconDrawing({ size, rounded = false, maskable = false }: IconProps) {
  const inset = maskable ? 0.27 : 0.17;
  const scale = (size * (1 - 2 * inset)) / 36;
  return (
    <Canvas size={{ width: size, height: size }} palette={ink} transparent>
      <rect width={size} height={size} rx={rounded ? size * 0.16 : 0} fill={ink.ground} />
      <g transform={`translate(${size * inset} ${size * inset})scale(${round(scale, 1000)})`}>
        <LogoMark palette={ink} />
      </g>
    </Canvas>
  );
}
