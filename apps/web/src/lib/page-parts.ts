declare global {
  interface Window {
    /** What `public/early.js` has asked for besides, once it is here. */
    millraceFiles?: Promise<unknown>
  }
}

/** Settles when the parts of the page that was opened are here: what is loaded before takes its share of their slow line. */
export const pagePartsLoaded: Promise<unknown> = Promise.resolve(window.millraceFiles)
