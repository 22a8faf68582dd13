import { RuleTester } from 'eslint';
import { translatedText } from './lint-translated-text.mjs';

const tester = new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });
const errors = (count: number) =>
  Array.from({ length: count }, () => ({ message: /translated page breaks/ }));

tester.run('translated-text', translatedText, {
  valid: [
    // The single text of an element is its content.
    '<p>{`${count} items`}</p>',
    '<p>{busy ? "Sending…" : "Send"}</p>',
    // Nothing here ever changes.
    '<p>Read <a href="/terms">the terms</a> first.</p>',
    '<p>one{" "}two{/* a comment */}</p>',
    'const more = <b>more</b>; const page = <p>Read {more}</p>;',
    // Texts have elements of their own.
    '<p>{busy && <Ring />}<span>{label}</span></p>',
    '<p>{busy && <Ring />}{asElement(children)}</p>',
    '<ul>{rows.map((row) => <li key={row}>{row}</li>)}{open ? <Row /> : null}</ul>',
    'const list = open && <List />; const page = <p>{list}<b /></p>;',
    // The single child of a fragment.
    '<>{children}</>',
  ],
  invalid: [
    // An element is inserted before a text, or removed after it.
    { code: '<button>{busy && <Ring />}Send</button>', errors: errors(1) },
    { code: '<dt>Total {withVat && <small>including VAT</small>}</dt>', errors: errors(1) },
    { code: '<>Not found. {open ? <A /> : <B />}</>', errors: errors(1) },
    { code: '<p>Rows: {rows.map((row) => <b key={row} />)}</p>', errors: errors(1) },
    { code: 'const list = open && <List />; const page = <p>Text {list}</p>;', errors: errors(1) },
    // A text changes next to anything else.
    { code: '<p>{count} items</p>', errors: errors(2) },
    { code: '<option>{speed}×</option>', errors: errors(2) },
    { code: '<p><Icon />{children}</p>', errors: errors(1) },
    { code: '<p><Icon />{props.label}</p>', errors: errors(1) },
    { code: '<p>{note && "A note."}<Icon /></p>', errors: errors(1) },
    { code: '<p><Icon />{`${count} items`}</p>', errors: errors(1) },
    { code: 'let label = <b />; const page = <p><i />{label}</p>;', errors: errors(1) },
  ],
});
