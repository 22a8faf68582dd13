import { Button, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A surface that covers the video. */
export const Cover = styled.div`
  position: absolute;
  inset: 0;
  z-index: 1;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${tokens.space(3)};
  padding: ${tokens.space(4)};
  background: rgb(13 20 32 / 80%);
  color: #f7f5f0;
  text-align: center;
`;

interface RetryNoticeProps {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

export function RetryNotice({ onRetry, children }: RetryNoticeProps) {
  return (
    <Notice role="alert">
      <p>{children}</p>
      <Button variant="secondary" type="button" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

const Notice = styled.div`
  display: grid;
  gap: ${tokens.space(4)};
  justify-items: center;
`;
