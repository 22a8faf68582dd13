import { ApiError, type ApiErrorId } from '@isa/contract';
import { fireEvent, within } from '@testing-library/react';

/** By element and not by role: a role's search asks jsdom for the styles of the whole page, every time. */
export const main = () => within(document.querySelector('main') ?? document.body);
export const button = (name: string) => main().getByText(name, { selector: 'button' });
export const field = (label: string) => main().getByLabelText(new RegExp(`^${label}`), { selector: 'input' });
/** Fills a field in one go, where the single keys do not matter. */
export const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const said = (text: string) => main().queryByText(text);

export function failing(id: ApiErrorId, details?: ConstructorParameters<typeof ApiError>[2]) {
  return (): never => {
    throw new ApiError(id, 'Whatever the server says.', details);
  };
}
