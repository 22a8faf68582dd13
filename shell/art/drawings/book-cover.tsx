import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { AreaProvider, Canvas } from './canvas';
import { type Palette, PaletteProvider, usePalette } from './palette';
import { stroked } from './primitives';
import { Text, TextLines } from './text';
import { type Volume, volumesOfBook } from './volumes';

const size = pictureSizes.book;
const { width, height } = size;
const margin = 34;

interface CoverFaceProps {
  readonly volume: Volume;
  /** Another volume covers the lower part, which is not drawn then. */
  readonly covered?: boolean;
}

/** The cover of one volume, without the canvas around it. */
export function CoverFace({ volume, covered = false }: CoverFaceProps) {
  return (
    <PaletteProvider value={volume.palette}>
      <Face volume={volume} covered={covered} />
    </PaletteProvider>
  );
}

function Face({ volume: { number, subtitle, Motif }, covered }: CoverFaceProps) {
  const { ground, line, accent } = usePalette();
  const clip = useId();
  // Beside the title, so that a tab neither crosses a line nor covers the drawing.
  const tabTop = 42 + number * 25;
  return (
    <>
      <rect width={width} height={height} fill={ground} />
      <clipPath id={clip}>
        <rect y="196" width={width} height="278" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <g transform="translate(0 196)">
          <AreaProvider value={{ width, height: 278 }}>
            <Motif />
          </AreaProvider>
        </g>
      </g>
      <path d={`M${margin} 58H${width - margin}M0 196H${width}M0 474H${width}`} {...stroked(line, 1)} />
      <Text x={margin} y={44} size={10.5} text="ISA FIELD MANUAL" />
      <Text x={width - margin} y={44} size={10.5} anchor="end" text={`FILE 0${number}`} />
      <TextLines
        lines={['Covert', 'Surveillance']}
        x={margin - 3}
        y={116}
        leading={55}
        size={58}
        face="serif"
        tracking={-0.025}
      />
      {!covered && (
        <>
          <Text x={margin - 5} y={570} size={104} face="serif" tracking={0} text={String(number)} />
          <path d="M112 500v70" {...stroked(line, 1)} />
          <Text x={130} y={511} size={10} opacity={0.85} text={`VOLUME ${number}`} />
          <TextLines lines={subtitle} x={130} y={541} leading={24} size={19} face="serif" tracking={-0.005} />
        </>
      )}
      <path d={`M${width} ${tabTop}h-13l-4 4v12l4 4h13z`} fill={accent} />
    </>
  );
}

/** The front of a book, or of a pack's volumes one behind the other. */
export function BookCoverDrawing({ bookId }: { readonly bookId: number }) {
  const volumes = volumesOfBook(bookId);
  const [first, second] = volumes;
  if (second) return <Pack volumes={volumes} />;
  return (
    <Canvas size={size} palette={first.palette}>
      <CoverFace volume={first} />
    </Canvas>
  );
}

const packPalette: Palette = {
  ground: '#182234',
  fill: '#1f2b41',
  faint: '#2a3850',
  line: '#5c6f8e',
  text: '#f7f5f0',
  accent: '#e0b457',
};

function Pack({ volumes }: { readonly volumes: readonly Volume[] }) {
  const four = volumes.length === 4;
  const [first, last] = [volumes[0]?.number, volumes.at(-1)?.number];
  return (
    <Canvas size={size} palette={packPalette}>
      <>
        <Text x={margin} y={44} size={10.5} text="ISA FIELD MANUAL" />
        <Text
          x={width - margin}
          y={44}
          size={10.5}
          anchor="end"
          fill={packPalette.accent}
          text={four ? 'SET OF FOUR' : 'SET OF TWO'}
        />
        <path d={`M${margin} 58H${width - margin}`} stroke={packPalette.line} />
        <TextLines
          lines={['Volumes', `${first} ${four ? 'to' : 'and'} ${last}`]}
          x={width - margin}
          y={552}
          leading={21}
          size={17}
          face="serif"
          tracking={0}
          anchor="end"
        />
      </>
      {volumes.toReversed().map((volume, index) => {
        const place = volumes.length - 1 - index;
        const transform = four
          ? `translate(${34 + place * 47} ${258 - place * 62})scale(0.5)`
          : `translate(${margin + place * 92} ${196 - place * 112})scale(0.62)`;
        return (
          <g key={volume.number} transform={transform}>
            <path d={`M${width} 14l12 10v${height}H20l-8-10z`} fill="#070b13" opacity="0.45" />
            <CoverFace volume={volume} covered={place > 0} />
            <path d={`M9 0v${height}`} stroke="#000" strokeOpacity="0.18" strokeWidth="2" />
          </g>
        );
      })}
    </Canvas>
  );
}
