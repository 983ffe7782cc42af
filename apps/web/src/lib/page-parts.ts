declare global {
  interface Window {
    /** What `public/early.js` has asked for besides, once it is here. */
    millraceFiles?: Promise<unknown>
  }
}

/**
 * Resolves when the parts of the opened page are loaded. Other files should be loaded afterwards, because they would
 * slow the page down.
 */
export const pagePartsLoaded: Promise<unknown> = Promise.resolve(window.millraceFiles)
