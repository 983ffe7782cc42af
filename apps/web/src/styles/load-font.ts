import { pagePartsLoaded } from '../lib/page-parts.ts'

/**
 * Resolves when texts can be measured: when the font of almost every page is loaded, or cannot be loaded. Its file is
 * loaded after the parts of the page; until then a font with the same measures is used, so that no line moves.
 */
export const fontLoaded: Promise<unknown> = pagePartsLoaded
  .then(() => import('@fontsource-variable/inter/wght.css'))
  .then(() => document.fonts.load('12px "Inter Variable"'))
  .catch(() => undefined)

let isLoaded = false
void fontLoaded.then(() => {
  isLoaded = true
})

/** Returns whether the font is loaded, so that measurements stay valid. */
export function isFontLoaded(): boolean {
  return isLoaded
}
