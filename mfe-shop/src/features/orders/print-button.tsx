import { Button, Icon } from '@isa/ui';

export function PrintButton() {
  return (
    <Button type="button" variant="quiet" onClick={() => window.print()}>
      <Icon name="print" size="1.2em" /> Print
    </Button>
  );
}
