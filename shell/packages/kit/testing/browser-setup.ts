import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The first page of a suite is transpiled while the test already waits for it, on machines busy with others.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no layout, so it cannot scroll; pages do.
window.scrollTo = () => undefined;
document.elementsFromPoint = () => [];

// A tab of its own for every test: what one types into a form must not be restored in the next one.
beforeEach(() => sessionStorage.clear());
