import { ApiError, type ApiErrorId } from '@isa/contract';
import { fireEvent, within } from '@testing-library/react';

/** These queries use elements and not roles, because queries by role make jsdom compute all styles. */
export const main = () => within(document.querySelector('main') ?? document.body);
export const button = (name: string) => main().getByText(name, { selector: 'button' });
export const field = (label: string) => main().getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
/** Fills a field by one event, which is faster than typing. */
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const message = (content: string) => main().queryByText(content);

export function failing(id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) {
  return (): never => {
    throw new ApiError(id, 'A message of the API.', details);
  };
}
