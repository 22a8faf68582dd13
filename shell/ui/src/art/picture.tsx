import { styled } from 'styled-components';

/** Props of every picture. */
export interface PictureProps {
  /** The text alternative; without it the picture is decoration. */
  readonly title?: string | undefined;
  /** `eager` for the first screen; other pictures load when they come near it. */
  readonly loading?: 'lazy' | 'eager' | undefined;
}

const Image = styled.img`
  display: block;
  width: 100%;
  height: auto;
`;

/**
 * A drawing as a file of the site, `shell/ui/pictures/art`: pages contain no drawing code, and browsers cache the files.
 */
export function Picture({
  file,
  width,
  height,
  title = '',
  loading = 'lazy',
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
    />
  );
}
