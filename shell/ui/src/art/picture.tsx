import { styled } from 'styled-components';

/** What every picture takes. */
export interface PictureProps {
  /** The text alternative; without it the picture is decoration. */
  readonly title?: string | undefined;
  /** `eager` for what is seen first; pictures further down wait until they come near. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly className?: string | undefined;
}

const Image = styled.img`
  display: block;
  width: 100%;
  height: auto;
`;

/**
 * A drawing as a file of the site. All of them are drawn once, at build time, by the components in
 * `shell/art` (see `writeStatic`): pages carry neither drawing code nor markup, and browsers cache the files.
 */
export function Picture({
  file,
  width,
  height,
  title = '',
  loading = 'lazy',
  className,
}: PictureProps & { readonly file: string; readonly width: number; readonly height: number }) {
  return (
    <Image
      src={`/art/${file}.svg`}
      alt={title}
      width={width}
      height={height}
      loading={loading}
      decoding="async"
      fetchPriority={loading === 'eager' ? 'high' : undefined}
      className={className}
    />
  );
}
