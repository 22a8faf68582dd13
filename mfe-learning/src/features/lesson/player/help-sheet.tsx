import { CheckboxField, Cluster, Heading, IconButton, tokens } from '@isa/ui';
import { useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';
import { SHORTCUTS } from './shortcuts';

interface HelpSheetProps {
  readonly enabled: boolean;
  readonly onEnabled: (enabled: boolean) => void;
  readonly onClose: () => void;
}

export function HelpSheet({ enabled, onEnabled, onClose }: HelpSheetProps) {
  const titleId = useId();
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const previous = document.activeElement;
    sheet.current?.focus();
    return () => {
      if (previous instanceof HTMLElement) previous.focus();
    };
  }, []);

  return (
    <Sheet
      ref={sheet}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Cluster justify="space-between">
        <Heading level={2} size="md" id={titleId}>
          Keyboard shortcuts
        </Heading>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </Cluster>
      <Keys>
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </Keys>
      <CheckboxField
        label="Use these shortcuts"
        name="shortcuts"
        checked={enabled}
        onChange={(event) => onEnabled(event.currentTarget.checked)}
      />
    </Sheet>
  );
}

const Sheet = styled.div`
  position: absolute;
  inset: 0;
  z-index: 2;
  overflow-y: auto;
  padding: ${tokens.space(5)} ${tokens.space(6)};
  background: rgb(13 20 32 / 95%);
  color: #f7f5f0;
`;

const Keys = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr));
  gap: ${tokens.space(2)} ${tokens.space(8)};
  margin-block: ${tokens.space(4)};
  font-size: ${tokens.font.size.small};

  div {
    display: grid;
    grid-template-columns: 7rem 1fr;
    gap: ${tokens.space(3)};
  }

  kbd {
    color: ${tokens.color.brassLight};
  }
`;
