import { css } from 'styled-components';
import { propertiesOf } from './tokens';

export type Surface = 'paper' | 'card' | 'night' | 'ink';

const light = {
  text: '#0d1420',
  muted: '#566070',
  line: '#d9d4c7',
  'line-strong': '#857f6f',
  accent: '#845c12',
  button: '#c4943a',
  'button-hover': '#d2a54f',
  'button-edge': '#8f6719',
  focus: '#0d1420',
  error: '#b3261e',
  success: '#1b6f45',
};

const dark = {
  text: '#f7f5f0',
  muted: '#a6b6cc',
  line: '#2a3850',
  'line-strong': '#6d7f9b',
  accent: '#e0b457',
  button: '#e0b457',
  'button-hover': '#ebc776',
  'button-edge': '#e0b457',
  focus: '#f0cf86',
  error: '#f59a92',
  success: '#6ecb9d',
};

/** Colours of each surface, every pair with a contrast of at least 4.5 to 1 (text) or 3 to 1 (controls). */
export const surfaceValues: Readonly<Record<Surface, string>> = {
  paper: propertiesOf({ ...light, surface: '#f7f5f0', raised: '#ffffff' }),
  card: propertiesOf({ ...light, surface: '#ffffff', raised: '#f7f5f0', line: '#e2ded3' }),
  night: propertiesOf({ ...dark, surface: '#162032', raised: '#1d293e', line: '#304060' }),
  ink: propertiesOf({ ...dark, surface: '#0d1420', raised: '#162032' }),
};

/** In print every surface is white, with black text (see `GlobalStyle`). */
export const printValues = propertiesOf({
  ...light,
  surface: '#ffffff',
  raised: '#ffffff',
  text: '#000000',
  muted: '#333333',
  line: '#999999',
  accent: '#000000',
});

/** Makes an element a surface with readable content: `styled.header` + `${surface('ink')}`. */
export function surface(name: Surface) {
  return css`
    ${surfaceValues[name]}
    background-color: var(--isa-surface);
    color: var(--isa-text);
  `;
}
