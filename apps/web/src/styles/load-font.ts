import { pagePartsLoaded } from '../lib/page-parts.ts'

/**
 * The face that almost every page shows. Its file comes after the parts of the page; until then there is a face of the
 * same measures, so that no line jumps. Settles when texts can be measured.
 */
export const fontLoaded: Promise<unknown> = pagePartsLoaded
  .then(() => import('@fontsource-variable/inter/wght.css'))
  .then(() => document.fonts.load('12px "Inter Variable"'))
  .catch(() => undefined)

let isLoaded = false
void fontLoaded.then(() => {
  isLoaded = true
})

/** Whether what is measured now stays as it is. */
export function isFontLoaded(): boolean {
  return isLoaded
}
