declare global {
  interface Window {
    /** What `public/early.js` has asked for besides, once it is here. */
    millraceFiles?: Promise<unknown>
  }
}

/**
 * The face that almost every page shows. Its file comes after the parts of the page, of whose slow line it would take its
 * share; until then there is a face of the same measures, so that no line jumps. Settles when texts can be measured.
 */
export const fontLoaded: Promise<unknown> = Promise.resolve(window.millraceFiles)
  .then(() => import('@fontsource-variable/inter/wght.css'))
  .then(() => document.fonts.load('12px "Inter Variable"'))
  .catch(() => undefined)
