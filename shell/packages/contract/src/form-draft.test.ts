import { formDraft } from './form-draft';

function form(): HTMLFormElement {
  document.body.innerHTML = `<form>
    <input name="surname" /><input name="email" type="email" value="preset@example.test" />
    <input name="password" type="password" /><input name="terms" type="checkbox" />
    <input name="shown" type="text" autocomplete="new-password" />
    <input name="website" tabindex="-1" /><textarea name="message"></textarea>
    <select name="department"><option value=""></option><option value="Sales">Sales</option></select>
  </form>`;
  const [found] = document.forms;
  if (!found) throw new Error('No form.');
  return found;
}

function type(into: HTMLFormElement, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    Object.assign(into.elements.namedItem(name) ?? {}, { value });
  }
}

const typed = { surname: 'Fielder', message: 'Two\nlines', department: 'Sales' };

it('fills empty fields with what was typed before, except passwords, consent and traps', () => {
  const first = form();
  type(first, {
    ...typed,
    password: 'secret',
    shown: 'secret',
    website: 'spam',
    email: 'typed@example.test',
  });
  Object.assign(first.elements.namedItem('terms') ?? {}, { checked: true });
  formDraft('contact').keep(first);
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/secret|spam/);
  expect(Object.fromEntries(formDraft('contact').restored(form()))).toEqual({
    ...typed,
    email: 'preset@example.test',
    password: '',
    shown: '',
    website: '',
  });
});

it('is gone after it was cleared, and belongs to one form', () => {
  const first = form();
  type(first, typed);
  formDraft('contact').keep(first);
  expect(formDraft('other').restored(form()).get('surname')).toBe('');
  formDraft('contact').clear();
  expect(formDraft('contact').restored(form()).get('surname')).toBe('');
});
