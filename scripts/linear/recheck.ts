import { createRequire } from 'node:module'
import type { checkSync } from 'recheck'

/**
 * Loads the checker of regular expressions in its JavaScript version. Its package also offers faster programs for Java
 * and for each platform, of 50 MB, which are not installed: `overrides` in package.json replaces each by a tiny
 * package.
 */
export function loadRecheck(): { readonly checkSync: typeof checkSync } {
  return createRequire(import.meta.url)('recheck/lib/browser.js')
}
