import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'

/**
 * The checker of regular expressions, as it is written in JavaScript. Its package also offers programs of Java and for
 * each platform, of 50 MB, which are faster and not installed: `overrides` in package.json has a tiny package for each.
 */
export function loadRecheck(): { readonly checkSync: typeof checkSync } {
  return createRequire(import.meta.url)('recheck/lib/browser.js')
}
