import { ground, media, tokens } from '@isa/ui';
import { styled } from 'styled-components';

/** The few elements that the operators' pages are made of. They look like the site's, and need no script. */
export const Button = styled.button<{ readonly $quiet?: boolean }>`
  min-height: 44px;
  padding: ${tokens.space(2)} ${tokens.space(4)};
  border: 1px solid var(${({ $quiet }) => ($quiet ? '--isa-line-strong' : '--isa-button-edge')});
  border-radius: ${tokens.radius};
  background: ${({ $quiet }) => ($quiet ? 'transparent' : 'var(--isa-button)')};
  color: ${({ $quiet }) => ($quiet ? tokens.color.text : tokens.color.ink)};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  line-height: 1.25;
  &:hover {
    ${({ $quiet }) => ($quiet ? `border-color: ${tokens.color.text}` : 'background: var(--isa-button-hover)')};
  }
`;

export const Card = styled.section`
  ${ground('card')}
  display: grid;
  gap: ${tokens.space(5)};
  min-width: 0;
  padding: ${tokens.space(6)};
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radiusLarge};
  ${media.down('sm')} {
    padding: ${tokens.space(4)};
  }
`;

export const Caption = styled.p`
  color: ${tokens.color.muted};
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.caption};
  letter-spacing: 0.06em;
  text-transform: uppercase;
`;

export const Notice = styled.p<{ readonly $tone: 'error' | 'success' | 'plain' }>`
  --mark: var(${({ $tone }) => ($tone === 'plain' ? '--isa-line-strong' : `--isa-${$tone}`)});
  padding: ${tokens.space(3)} ${tokens.space(4)};
  border: 1px solid var(--mark);
  border-left-width: 4px;
  border-radius: ${tokens.radius};
  background: ${tokens.color.raised};
`;

export const Field = styled.label`
  display: grid;
  gap: ${tokens.space(1)};
  min-width: 0;
  color: ${tokens.color.text};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
`;

const control = `
  width: 100%;
  min-height: 44px;
  padding: ${tokens.space(2)} ${tokens.space(3)};
  border: 1px solid ${tokens.color.lineStrong};
  border-radius: ${tokens.radius};
  background: ${tokens.color.card};
  font-size: 1rem;
  font-weight: 400;
`;

export const Input = styled.input`
  ${control}
`;

export const Select = styled.select`
  ${control}
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.small};
`;

/** Fields and their button side by side where there is room. */
export const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${tokens.space(3)};
  > label {
    flex: 1 1 9rem;
  }
`;

export const Column = styled.form`
  display: grid;
  gap: ${tokens.space(4)};
  justify-items: start;
  max-width: 30rem;
  > label {
    width: 100%;
  }
`;

/** On a phone each row of the table becomes a block that names its own columns. */
export const Table = styled.table`
  width: 100%;
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  th {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: ${tokens.font.size.caption};
    font-weight: 500;
    text-align: left;
  }
  th,
  td {
    padding: ${tokens.space(2)} ${tokens.space(3)} ${tokens.space(2)} 0;
    border-bottom: 1px solid ${tokens.color.line};
    vertical-align: baseline;
    overflow-wrap: anywhere;
  }
  td[data-figure] {
    font-family: ${tokens.font.mono};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  ${media.down('md')} {
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      gap: ${tokens.space(1)};
      padding-block: ${tokens.space(3)};
      border-bottom: 1px solid ${tokens.color.line};
    }
    td {
      display: flex;
      justify-content: space-between;
      gap: ${tokens.space(4)};
      padding: 0;
      border: 0;
    }
    td::before {
      content: attr(data-label);
      flex: none;
      color: ${tokens.color.muted};
      font-family: ${tokens.font.sans};
    }
    td[data-figure] {
      white-space: normal;
      text-align: right;
    }
  }
`;

export const Version = styled.code`
  overflow-wrap: anywhere;
`;

/** Who gets which release. */
export const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: ${tokens.space(4)};
  dt {
    color: ${tokens.color.muted};
    font-family: ${tokens.font.mono};
    font-size: ${tokens.font.size.caption};
    letter-spacing: 0.06em;
    text-transform: uppercase;
  }
`;

export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${tokens.space(3)};
`;
