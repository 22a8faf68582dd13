import '@testing-library/jest-dom';

// jsdom has no layout, so it cannot scroll; pages do.
window.scrollTo = () => undefined;
