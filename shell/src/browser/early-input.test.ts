import { keepEarlyInput } from './early-input';

const FORM =
  '<form aria-label="Register"><input name="username"><input name="password" type="password"><input name="terms" type="checkbox"><select name="department"><option>Sales</option><option>Support</option></select><textarea name="message"></textarea></form>';

const field = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
};

beforeEach(() => (document.body.innerHTML = FORM));

function fill() {
  field('username').focus();
  field('username').value = 'Jörg';
  field('password').value = 'quiet-corner-7';
  field('terms').click();
  field('department').value = 'Support';
  field('message').value = 'Grüße';
}

it('fills the fields that replace fields with typed text, and keeps the focus', () => {
  const restore = keepEarlyInput(document.body);
  fill();
  document.body.innerHTML = FORM;
  const events: string[] = [];
  document.body.addEventListener('input', ({ target }) => events.push((target as HTMLInputElement).name));
  restore();
  expect(['username', 'password', 'department', 'message'].map((name) => field(name).value)).toEqual([
    'Jörg',
    'quiet-corner-7',
    'Support',
    'Grüße',
  ]);
  expect(field('terms').checked).toBe(true);
  expect(events).toEqual(expect.arrayContaining(['username', 'password', 'department', 'message']));
  expect(document.activeElement).toBe(field('username'));
});

it('leaves fields alone that React keeps, fills them when they are replaced later, and fills no other form', () => {
  const restore = keepEarlyInput(document.body);
  fill();
  restore();
  expect(field('username').value).toBe('Jörg');
  document.body.innerHTML = FORM;
  restore();
  expect(field('username').value).toBe('Jörg');
  document.body.innerHTML = FORM.replace('Register', 'Log in');
  restore();
  expect(field('username').value).toBe('');
});

it('leaves what was changed after the fields were replaced', () => {
  const restore = keepEarlyInput(document.body);
  field('username').value = 'Jör';
  document.body.innerHTML = FORM;
  field('username').value = 'Jörg Müller';
  field('terms').click();
  restore();
  expect([field('username').value, field('terms').checked]).toEqual(['Jörg Müller', true]);
});
