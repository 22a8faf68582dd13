import { useId } from 'react';
import { pictureSizes } from '../../ui/src/art/sizes';
import { Lines, Type } from './lettering';
import { type Palette, PaletteProvider, usePalette } from './palette';
import { Sheet } from './sheet';
import { type Volume, volumeOf, volumesOfBook } from './volumes';

const { width, height } = pictureSizes.book;
const margin = 34;

interface CoverFaceProps {
  readonly volume: Volume;
  /** Another volume lies on its lower part: what nobody sees is not drawn. */
  readonly covered?: boolean;
}

/** The cover of one volume, without the sheet around it. */
export function CoverFace({ volume, covered = false }: CoverFaceProps) {
  return (
    <PaletteProvider value={volume.palette}>
      <Face volume={volume} covered={covered} />
    </PaletteProvider>
  );
}

function Face({ volume: { number, subtitle, Motif }, covered }: CoverFaceProps) {
  const { ground, text, line, mark } = usePalette();
  const clip = useId();
  const tabTop = 60 + number * 62;
  return (
    <>
      <rect width={width} height={height} fill={ground} />
      <clipPath id={clip}>
        <rect y="196" width={width} height="278" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <g transform="translate(0 196)">
          <Motif />
        </g>
      </g>
      <path
        d={`M${margin} 58H${width - margin}M0 196H${width}M0 474H${width}`}
        stroke={line}
        strokeWidth="1"
      />
      <Type x={margin} y={44} size={10.5} fill={text}>
        ISA FIELD MANUAL
      </Type>
      <Type x={width - margin} y={44} size={10.5} anchor="end" fill={text}>
        {`FILE 0${number}`}
      </Type>
      <Lines
        lines={['Covert', 'Surveillance']}
        x={margin - 3}
        y={116}
        leading={55}
        size={58}
        face="serif"
        tracking={-0.025}
        fill={text}
      />
      {!covered && (
        <>
          <Type x={margin - 5} y={570} size={104} face="serif" tracking={0} fill={text}>
            {String(number)}
          </Type>
          <path d="M112 500v70" stroke={line} strokeWidth="1" />
          <Type x={130} y={511} size={10} fill={text} opacity={0.85}>
            {`VOLUME ${number}`}
          </Type>
          <Lines
            lines={subtitle}
            x={130}
            y={541}
            leading={24}
            size={19}
            face="serif"
            tracking={-0.005}
            fill={text}
          />
        </>
      )}
      <path d={`M${width} ${tabTop}h-15l-5 5v42l5 5h15z`} fill={mark} />
    </>
  );
}

/** The front of a book; a pack shows its volumes. */
export function BookCoverDrawing({ bookId }: { readonly bookId: number }) {
  const numbers = volumesOfBook[bookId - 1] ?? [1];
  const [only] = numbers;
  return numbers.length === 1 && only !== undefined ? (
    <Sheet width={width} height={height} palette={volumeOf(only).palette}>
      <CoverFace volume={volumeOf(only)} />
    </Sheet>
  ) : (
    <Pack numbers={numbers} />
  );
}

const packGround: Palette = {
  ground: '#182234',
  fill: '#1f2b41',
  faint: '#2a3850',
  line: '#5c6f8e',
  text: '#f7f5f0',
  mark: '#e0b457',
};

function Pack({ numbers }: { readonly numbers: readonly number[] }) {
  const many = numbers.length > 2;
  const scale = many ? 0.5 : 0.62;
  const count = numbers.length;
  return (
    <Sheet width={width} height={height} palette={packGround}>
      <PackGround numbers={numbers} />
      {numbers.toReversed().map((number, index) => {
        const place = count - 1 - index;
        const x = many ? 34 + place * 47 : margin + place * 92;
        const y = many ? 258 - place * 62 : 196 - place * 112;
        return (
          <g key={number} transform={`translate(${x} ${y})scale(${scale})`}>
            <path d={`M${width} 14l12 10v${height}H20l-8-10z`} fill="#070b13" opacity="0.45" />
            <CoverFace volume={volumeOf(number)} covered={place > 0} />
            <path d={`M9 0v${height}`} stroke="#000" strokeOpacity="0.18" strokeWidth="2" />
          </g>
        );
      })}
    </Sheet>
  );
}

function PackGround({ numbers }: { readonly numbers: readonly number[] }) {
  const { text, line, mark } = usePalette();
  const [first, last] = [numbers[0], numbers.at(-1)];
  return (
    <>
      <Type x={margin} y={44} size={10.5} fill={text}>
        ISA FIELD MANUAL
      </Type>
      <Type x={width - margin} y={44} size={10.5} anchor="end" fill={mark}>
        {numbers.length === 2 ? 'SET OF TWO' : 'SET OF FOUR'}
      </Type>
      <path d={`M${margin} 58H${width - margin}`} stroke={line} />
      <Lines
        lines={['Volumes', numbers.length === 2 ? `${first} and ${last}` : `${first} to ${last}`]}
        x={width - margin}
        y={552}
        leading={21}
        size={17}
        face="serif"
        tracking={0}
        anchor="end"
        fill={text}
      />
    </>
  );
}
