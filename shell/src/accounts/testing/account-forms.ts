import { ApiError, type ApiErrorId } from '@isa/contract';
import { fireEvent, within } from '@testing-library/react';

/** These queries use elements and not roles, because queries by role make jsdom compute all styles. */
export const content = () => within(document.querySelector('main') ?? document.body);
export const button = (name: string) => content().getByText(name, { selector: 'button' });
export const field = (label: string) =>
  content().getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
/** Fills a field by one event, which is faster than typing. */
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const message = (text: string) => content().queryByText(text);

export function failing(id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) {
  return (): never => {
    throw new ApiError(id, 'A message of the API.', details);
  };
}
